"""Addresses of the desk, a group a page."""

from django.urls import URLPattern, URLResolver, path

from townwright.desk.views import acting, case, entries, find, new, papers_files, parcel, review, today

app_name = "desk"

TODAY = [
    path("", today.today, name="today"),
    path("lists/<slug:name>/", today.rows, name="list"),
]

PLACES = [
    path("find/", find.found, name="find"),
    path("parcels/<uuid:parcel_id>/", parcel.parcel, name="parcel"),
]

ACTS = [
    path("do/<str:name>/", acting.do, name="do-new"),
    path("do/<str:name>/<uuid:subject_id>/", acting.do, name="do"),
]

CASES = [
    path("new/application/", new.application, name="new-application"),
    path("cases/<uuid:case_id>/", case.case, name="case"),
    path("cases/<uuid:case_id>/print/", case.printed, name="case-print"),
    path("cases/<uuid:case_id>/review/", review.review, name="review"),
    path("register/<int:seq>/", entries.entry, name="entry"),
]

PAPERS_AND_FILES = [
    path("papers/<uuid:paper_id>/", papers_files.paper, name="paper"),
    path("files/<uuid:file_id>/", papers_files.file, name="file"),
]

urlpatterns: list[URLPattern | URLResolver] = [*TODAY, *PLACES, *ACTS, *CASES, *PAPERS_AND_FILES]
