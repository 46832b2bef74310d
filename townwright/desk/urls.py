"""Addresses of the desk, a group a page."""

from django.urls import URLPattern, URLResolver, path

from townwright.desk.views import (
    acting,
    case,
    entries,
    find,
    imports,
    law,
    law_text,
    money,
    new,
    office,
    office_fees,
    office_law,
    office_log_ins,
    papers_files,
    parcel,
    rehearsal,
    review,
    till,
    today,
    tray,
)

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
    path("letters/<uuid:message_id>/", papers_files.letter, name="letter"),
]

TRAY = [
    path("tray/", tray.tray, name="tray"),
    path("tray/<uuid:document_id>/", tray.document, name="tray-file"),
    path("parcels/<uuid:parcel_id>/papers/", tray.documents, name="parcel-papers"),
]

MONEY = [
    path("money/", till.till, name="money"),
    path("money/receipts/", money.receipts, name="money-receipts"),
    path("money/receipts/<uuid:payment_id>/", money.receipt, name="money-receipt"),
    path("money/unpaid/", money.unpaid, name="money-unpaid"),
    path("money/close/", money.close, name="money-close"),
    path("money/close/<uuid:close_id>/deposit.csv", money.deposit, name="money-deposit"),
    path("money/refunds/", money.refunds, name="money-refunds"),
    path("money/turn-over/", money.turn_over, name="money-turn-over"),
    path("money/totals/", money.totals, name="money-totals"),
    path("money/exceptions/", money.exceptions, name="money-exceptions"),
]

LAW = [
    path("law/", law.law, name="law"),
    path("law/changes/", rehearsal.changes, name="rehearsals"),
    path("law/changes/new/", rehearsal.new, name="rehearsal-new"),
    path("law/changes/<uuid:amendment_id>/", rehearsal.change, name="rehearsal"),
    path("law/changes/<uuid:amendment_id>/whole/", rehearsal.whole, name="rehearsal-whole"),
    path("law/changes/<uuid:amendment_id>/rows/", rehearsal.rows, name="rehearsal-rows"),
    path("law/text/", law_text.texts, name="law-text"),
    path("law/whole/", law.whole, name="law-whole"),
    path("law/<str:name>/", law.at, name="law-at"),
]

OFFICE = [
    path("office/", office.people, name="office"),
    path("office/log-ins/", office_log_ins.log_ins, name="office-log-ins"),
    path("office/log-ins/new-key/", office_log_ins.new_key, name="office-key-new"),
    path("office/fees/", office_fees.schedule, name="office-fees"),
    path("office/fees/new/", office_fees.adopt, name="office-fees-new"),
    path("office/days/", office.days, name="office-days"),
    path("office/numbers/", office.numbers, name="office-numbers"),
    path("office/register/", office.register, name="office-register"),
    path("office/law/", office_law.law_in_force, name="office-law"),
    path("office/imports/", imports.imports, name="imports"),
    path("office/imports/<uuid:load_id>/", imports.load, name="import"),
    path("office/imports/<uuid:load_id>/rejected.csv", imports.rejected, name="import-rejected"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    *TODAY,
    *PLACES,
    *ACTS,
    *CASES,
    *PAPERS_AND_FILES,
    *TRAY,
    *MONEY,
    *LAW,
    *OFFICE,
]
