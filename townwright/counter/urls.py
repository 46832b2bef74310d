"""Addresses of the counter, a group a page."""

from django.urls import URLPattern, URLResolver, path

from townwright.counter.views import (
    applying,
    code,
    doing,
    files,
    finding,
    following,
    genuine,
    look_up,
    permit_needed,
    start,
)

app_name = "counter"

START = [path("", start.start, name="start")]

PROPERTY = [
    path("property/", look_up.look_up, name="look-up"),
    path("property/<uuid:parcel_id>/", look_up.place, name="property"),
]

PERMIT_NEEDED = [
    path("do-i-need-a-permit/", permit_needed.ask, name="permit-needed"),
    path("do-i-need-a-permit/apply/", permit_needed.apply, name="permit-needed-apply"),
]

APPLY = [
    path("apply/", applying.begin, name="apply"),
    path("apply/<str:code>/", applying.draft, name="apply-draft"),
    path("apply/<str:code>/link/", applying.link, name="apply-link"),
    path("apply/<str:code>/sent/", applying.sent, name="apply-sent"),
    path("apply/<str:code>/file/<uuid:file_id>/", applying.file, name="apply-file"),
    path("apply/<str:code>/<slug:name>/", applying.step, name="apply-step"),
]

FOLLOW = [
    path("follow/", finding.find, name="find"),
    path("follow/<str:code>/", following.follow, name="follow"),
    path("follow/<str:code>/paper/<uuid:paper_id>/", files.paper, name="paper"),
    path("follow/<str:code>/file/<uuid:file_id>/", files.file, name="file"),
    path("follow/<str:code>/do/<str:name>/", doing.do, name="do"),
    path("follow/<str:code>/do/<str:name>/<uuid:of>/", doing.do, name="do-on"),
]

GENUINE = [
    path("genuine/", genuine.ask, name="genuine"),
    path("genuine/<str:text>", genuine.paper, name="genuine-paper"),
]

CODE = [
    path("code/", code.code, name="code"),
    path("code/whole/", code.whole, name="code-whole"),
    path("code/<str:name>/", code.at, name="code-at"),
]

urlpatterns: list[URLPattern | URLResolver] = [*START, *PROPERTY, *PERMIT_NEEDED, *APPLY, *FOLLOW, *GENUINE, *CODE]
