"""The whole job in a browser: one building permit from the counter to the certificate of occupancy.

Four people have a part in it: the home owner at the counter, without an account and on a telephone; the clerk; the
officer; the inspector. Something is missing and is asked for, an inspection fails with its section, the permit runs
out and is renewed, and a certificate is refused with what it still wants. `TOWNWRIGHT_SHOTS` names a folder in which
pictures and papers of the job are kept.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.conftest import Live
from tests.office import factories
from townwright.office import clock, storage
from townwright.office.certificates.models import Certificate
from townwright.office.inspections.reading import plan
from townwright.office.papers import acts as papers
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Permit
from townwright.office.register import chain
from townwright.office.register.actors import Role
from townwright.office.register.models import Entry

pytestmark = pytest.mark.browser

DRAWINGS = [f"Sheet {n}" for n in ("A-001", "A-101")]


def drawing() -> bytes:
    """A small PDF of two sheets."""
    made, content = pikepdf.Pdf.new(), io.BytesIO()
    for _ in DRAWINGS:
        made.add_blank_page(page_size=(1224, 792))
    made.save(content)
    return content.getvalue()


class Job:
    """The office, the windows of its people, and the day on which everything happens."""

    def __init__(self, live: Live, browse: Callable[..., Page]) -> None:
        self.live, self.browse = live, browse
        self.shots = Path(os.environ["TOWNWRIGHT_SHOTS"]) if "TOWNWRIGHT_SHOTS" in os.environ else None
        self.windows: dict[str, Page] = {}

    def on(self, day: str) -> None:
        """The office turns to another day."""
        storage.change_office(self.live.slug, today=date.fromisoformat(day))

    def desk(self, who: str) -> Page:
        """The window of somebody of the office, signed in."""
        if who not in self.windows:
            self.windows[who] = self.browse()
            self.live.sign_in(self.windows[who], who)
        return self.windows[who]

    def shown(self, page: Page, name: str) -> None:
        """A page is looked at: nobody is shut out of it, and a picture is kept."""
        assert_accessible(page)
        if self.shots is not None:
            page.screenshot(path=self.shots / f"{name}.png", full_page=True)

    @contextmanager
    def records(self) -> Iterator[None]:
        """The records of the office, to be looked at behind the pages."""
        with storage.bound_to(self.live.slug):
            yield

    def permit(self) -> Permit:
        """The permit of the job."""
        return Permit.objects.select_related("case").get()

    def open_case(self, who: str) -> Page:
        """Somebody opens the case by its number in Find."""
        page = self.desk(who)
        with self.records():
            number = self.permit().case.number
        page.goto(f"{self.live.url}/desk/")
        page.get_by_role("searchbox").fill(str(number))
        page.get_by_role("button", name="Find").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(str(number))
        return page

    def takes_a_check(self, number: str, *, certificate: bool = False) -> Page:
        """The clerk takes a check at the till for all that the case owes."""
        with self.records():
            case = (Certificate.objects if certificate else Permit.objects).get().case_id
        page = self.desk("fairweather")
        page.goto(f"{self.live.url}/desk/money/?case={case}")
        write(page, {"method": "check", "payer": "M. Brandt-Ortega", "check_number": number, "memo": "Brandt"})
        page.get_by_role("button", name="Take the payment and print the receipt").click()
        expect(page).to_have_url(re.compile("/money/receipts/"))
        return page

    def open_certificate(self, who: str) -> Page:
        """Somebody opens the case of the certificate by its number."""
        with self.records():
            case = Certificate.objects.select_related("case").get().case
        page = self.desk(who)
        page.goto(f"{self.live.url}/desk/cases/{case.pk}/")
        return page

    def begin(self, page: Page, title: str) -> None:
        """Opens the sheet of an act from the case."""
        link = page.get_by_role("link", name=title, exact=True).first
        if not link.is_visible():
            page.get_by_text("Other acts").click()
        link.click()

    def acts(self, who: str, title: str, *, names: dict[str, Any] | None = None, certificate: bool = False) -> Page:
        """Somebody opens the case, chooses an act, fills in its form and does it."""
        page = self.open_certificate(who) if certificate else self.open_case(who)
        self.begin(page, title)
        write(page, names or {})
        page.get_by_role("button", name=title, exact=True).click()
        expect(page).to_have_url(re.compile("/desk/cases/"))
        return page


@pytest.fixture
def job(live: Live, browse: Callable[..., Page]) -> Job:
    """The office on Mon 5 January 2026, with its people, a fee schedule and one parcel."""
    job = Job(live, browse)
    job.on("2026-01-05")
    with job.records():
        with factories.on_the_day("2024-04-10"):
            for username, name, role, office in (
                ("cole", "R. Abernathy-Cole", Role.OFFICER, "officer"),
                ("lindqvist", "D. Lindqvist", Role.INSPECTOR, "inspector"),
                ("fairweather", "N. Fairweather", Role.CLERK, ""),
            ):
                account = live.account(username, role, name)
                if office:
                    factories.appointed(account, office)
        factories.schedule()
        with factories.on_the_day("2024-04-10"):
            place = factories.parcel()
            factories.owner(place, "Marisol Brandt-Ortega")
    return job


def test_from_the_counter_to_the_certificate(job: Job) -> None:
    link = applies(job)
    pays(job)
    is_asked_for_more(job)
    answers(job, link)
    is_issued(job, link)
    fails_and_passes_framing(job)
    runs_out_and_is_renewed(job, link)
    is_refused_a_certificate_and_gets_it(job, link)
    the_record_stands(job)


def applies(job: Job) -> str:
    """The home owner applies on her telephone, without an account. Answers the link by which she comes back."""
    page = job.windows["owner"] = job.browse(width=390)
    page.goto(f"{job.live.url}/")
    job.shown(page, "01-counter")
    page.get_by_role("link", name="Apply for a building permit").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("Address or print key").fill("38 lakeside ter")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="This is the place").click()
    page.get_by_role("link", name="Continue").click()
    write(
        page,
        {
            "work_types": ["enlarge"],
            "nature": "Two-story addition and rear deck",
            "location": "Behind the house",
            "extent": "The rear wall",
            "scope": "Footings, frame, finishes",
            "cost": "$94,200",
            "area": "612",
        },
    )
    go_on(page)
    write(page, {"buildings-0-what": "House", "buildings-0-occupancy": "R-3"})
    go_on(page)
    job.shown(page, "02-questions")
    write(
        page,
        {
            "work__foundation": "True",
            "work__slab": "False",
            "work__framed": "True",
            "work__gypsum_board": "False",
            "work__systems": ["none"],
            "work__rated_assemblies": "False",
            "work__vents": ["none"],
            "work__conditioned": "False",
            "factory__applies": "False",
        },
    )
    go_on(page)
    write(
        page,
        {
            "you_are": "owner",
            "you-0-name": "Marisol Brandt-Ortega",
            "you-0-phone": "(845) 555-0121",
            "you-0-email": "m.brandt@example.org",
        },
    )
    go_on(page)
    write(
        page,
        {
            "no_contractor": True,
            "designer-0-name": "Imre Castellane",
            "designer-0-profession": "architect",
            "designer-0-license_number": "031877",
            "designer-0-license_ends": "2028-08-31",
            "designer-0-sole_practitioner": True,
        },
    )
    go_on(page)
    write(page, {"files": "A-001 to A-101.pdf", "kind": "plans"})
    page.get_by_role("button", name="Add these").click()
    expect(page.get_by_text("A-001 to A-101.pdf").first).to_be_visible()
    go_on(page)
    job.shown(page, "03-check")
    page.get_by_role("link", name="All is right: on to the signature").click()
    write(page, {"signed_as": "owner", "signed_by": "Marisol Brandt-Ortega", "declared": True})
    page.get_by_role("button", name="Sign and send the application").click()
    expect(page.get_by_role("main")).to_contain_text("BP-2026-0001")
    job.shown(page, "04-sent")
    page.get_by_role("link", name="Open it now").click()
    return page.url


def go_on(page: Page) -> None:
    """To the next step."""
    before = page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(before)


def write(page: Page, answers: dict[str, Any]) -> None:
    """Fields of a form by their names: words, choices, ticks, files."""
    for name, value in answers.items():
        field = page.locator(f'main [name="{name}"]')
        kind = field.first.evaluate("e => e.tagName + ':' + (e.type || '')")
        if kind.startswith("SELECT"):
            field.select_option(**value) if isinstance(value, dict) else field.select_option(value)
        elif kind in ("INPUT:radio", "INPUT:checkbox"):
            for each in value if isinstance(value, list) else [value]:
                (field if each is True else page.locator(f'main [name="{name}"][value="{each}"]')).check()
        elif kind == "INPUT:file":
            field.set_input_files({"name": value, "mimeType": "application/pdf", "buffer": drawing()})
        else:
            field.fill(str(value))


def pays(job: Job) -> None:
    """The check comes in; the clerk takes it, and the application is filed."""
    page = job.takes_a_check("2214")
    job.shown(page, "04b-receipt")
    expect(job.open_case("fairweather").get_by_role("main")).to_contain_text("With us since Mon 5 January 2026")


def is_asked_for_more(job: Job) -> None:
    """The officer reviews, and asks for what is missing."""
    job.on("2026-01-08")
    page = job.open_case("cole")
    job.shown(page, "05-case")
    page.get_by_role("link", name="Review the documents").first.click()
    items = page.locator("fieldset.desk-item")
    expect(items.first).to_be_visible()
    for item in items.all():
        item.locator("input[value=satisfied]").check()
    energy = page.locator("#item-g")
    energy.locator("input[value='not satisfied']").check()
    page.get_by_text("Seal, snow load and what else was found").click()
    write(
        page,
        {
            "seal_name": "Imre Castellane",
            "seal_signed_by": "Imre Castellane",
            "seal_license_number": "031877",
            "code_sections": "RCNYS R301",
        },
    )
    page.get_by_role("button", name="Record it, then ask for what is missing").click()
    job.shown(page, "06-ask")
    page.get_by_label("Statement of special inspections (§ 50-4(D)(4))").uncheck()
    page.get_by_role("button", name="Ask for changes").click()
    expect(page.get_by_role("main")).to_contain_text("with the applicant")


def answers(job: Job, link: str) -> None:
    """The owner answers the one item with a paper, and hands the application back."""
    job.on("2026-01-13")
    page = job.windows["owner"]
    page.goto(link)
    job.shown(page, "07-follow")
    page.get_by_role("link", name="Answer, or add a paper").click()
    write(
        page,
        {"words": "The statement is on the new sheet A-002.", "files": "A-002 energy.pdf", "kind": "energy statement"},
    )
    page.get_by_role("button", name="Send the answer").click()
    expect(page.get_by_role("main")).to_contain_text("A-002 energy.pdf")
    page.get_by_role("link", name="Hand it back to us").click()
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page.get_by_role("main")).to_contain_text("It is with us")


def is_issued(job: Job, link: str) -> None:
    """The reply is accepted, the site is seen, proof of insurance comes in; the officer issues."""
    job.on("2026-01-20")
    page = job.open_case("cole")
    page.goto(f"{page.url}review/")
    page.locator("#item-g").locator("input[value=satisfied]").check()
    page.get_by_text("Seal, snow load and what else was found").click()
    page.get_by_label(re.compile("Request 1, item 1")).first.check()
    write(page, {"special_inspections_apply": "False"})
    page.get_by_role("button", name="Record the review").click()
    job.acts("cole", "Examine under the codes", names={"uniform_code": "complies", "energy_code": "complies"})
    job.acts("cole", "Accept the documents", names={"method": "electronic"})
    job.acts(
        "fairweather",
        "Change the parties",
        names={
            "insurances-0-who": {"label": "Marisol Brandt-Ortega, applicant"},
            "insurances-0-kind": "workers compensation",
            "insurances-0-form": "BP-1",
            "why": "Owner builds herself",
        },
    )
    job.acts(
        "fairweather",
        "Change the parties",
        names={
            "insurances-0-who": {"label": "Marisol Brandt-Ortega, applicant"},
            "insurances-0-kind": "disability",
            "insurances-0-form": "CE-200",
            "why": "No employees",
        },
    )
    job.acts("lindqvist", "Record an inspection", names={"results-0-outcome": "satisfactory"})
    page = job.open_case("cole")
    job.shown(page, "08-ready")
    job.acts("cole", "Issue the permit", names={"certificate_kind": "occupancy"})
    page = job.open_case("cole")
    job.shown(page, "09-issued")
    expect(page.get_by_role("main")).to_contain_text("Wed 20 January 2027")


def fails_and_passes_framing(job: Job) -> None:
    """Work begins; the framing fails with its section, is put right, and passes."""
    job.on("2026-03-02")
    job.acts("lindqvist", "Record that work has begun", names={"began_on": "2026-02-23", "evidence": "inspection"})
    visit(job, "Footing and foundation", "satisfactory")
    job.on("2026-04-14")
    page = visit(job, "Framing", "not satisfactory", fails="Ledger fastened with nails alone", section="RCNYS R507.9")
    job.shown(page, "10-failed")
    with job.records():
        failed = Paper.objects.filter(kind="inspection_report").latest("printed_at")
        assert "RCNYS R507.9" in str(failed.data)
    job.on("2026-04-21")
    visit(job, "Framing", "satisfactory", corrected=True)
    page = job.open_case("lindqvist")
    expect(page.get_by_role("row").filter(has_text="Framing")).to_contain_text("Accepted")


def visit(job: Job, element: str, outcome: str, *, fails: str = "", section: str = "", corrected: bool = False) -> Page:
    """The inspector records one element."""
    page = job.open_case("lindqvist")
    job.begin(page, "Record an inspection")
    line = page.locator("main [name=results-0-line] option", has_text=element).first.get_attribute("value")
    write(
        page,
        {"permit_displayed": "True", "documents_on_site": "True", "results-0-line": line, "results-0-outcome": outcome},
    )
    if fails:
        write(page, {"results-0-failures-0-words": fails, "results-0-failures-0-section": section})
    if corrected:
        write(page, {"looks-0-outcome": "corrected", "payment-0-method": "cash"})
    page.get_by_role("button", name="Record an inspection").click()
    return page


def runs_out_and_is_renewed(job: Job, link: str) -> None:
    """Twelve months are over; the permit is expired by itself, and is renewed on the holder's application."""
    job.on("2027-01-20")
    expect(job.open_case("cole").get_by_role("main")).to_contain_text("In force")
    job.on("2027-01-21")
    page = job.open_case("cole")
    job.shown(page, "11-expired")
    expect(page.get_by_role("main")).to_contain_text("Expired")
    owner = job.windows["owner"]
    owner.goto(link)
    job.shown(owner, "12-follow-expired")
    owner.get_by_role("link", name="Ask to renew the permit").click()
    owner.get_by_role("button", name="Send the application").click()
    expect(owner.get_by_role("main")).to_contain_text("It is filed once its fee is paid")
    job.on("2027-01-25")
    job.takes_a_check("2250")
    job.acts("cole", "Approve the renewal")
    page = job.open_case("cole")
    job.shown(page, "13-renewed")
    expect(page.get_by_role("main")).to_contain_text("In force through Thu 20 January 2028")


def is_refused_a_certificate_and_gets_it(job: Job, link: str) -> None:
    """The certificate is applied for too early and refused with what it wants; after the final it issues."""
    job.on("2027-03-01")
    owner = job.windows["owner"]
    owner.goto(link)
    owner.get_by_role("link", name="Ask for the certificate").click()
    write(owner, {"kind": "occupancy"})
    owner.get_by_role("button", name="Send the application").click()
    expect(owner.get_by_role("main")).to_contain_text("We have it")
    job.takes_a_check("2251", certificate=True)
    page = job.open_certificate("cole")
    job.shown(page, "14-certificate-wanting")
    main = page.get_by_role("main")
    for missing in (
        "Use of the structure",
        "Every required inspection is accepted",
        "The final inspection is satisfactory",
    ):
        expect(main).to_contain_text(missing)
    with job.records():
        wanted = Certificate.objects.get().pk
    page.goto(f"{job.live.url}/desk/do/certificate.issue/{wanted}/")
    expect(main).to_contain_text("Every required inspection is accepted")
    expect(main).to_contain_text("§ 50-7(B)")
    expect(page.get_by_role("button", name="Issue the certificate")).to_have_count(0)
    job.shown(page, "15-certificate-refused")
    while (line := still_unknown(job)) is not None:
        job.acts("lindqvist", "Mark an inspection as not applicable", names={"line": line, "why": "None in this work"})
    visit(job, "Final inspection", "satisfactory")
    contents = {"use": "One-family dwelling", "occupancy": "R-3", "construction_type": "V-B"}
    job.acts("cole", "Write the certificate", names=contents, certificate=True)
    page = job.acts("cole", "Issue the certificate", certificate=True)
    job.shown(page, "16-certificate")
    expect(page.get_by_role("main")).to_contain_text("In force")
    owner.goto(link)
    expect(owner.get_by_role("main")).to_contain_text("Certificate of Occupancy")
    job.shown(owner, "17-done")


def still_unknown(job: Job) -> str | None:
    """The first line of the plan of which nobody knows yet whether it applies."""
    with job.records():
        row = next((r for r in plan(job.permit(), clock.today()) if r.key == "unknown"), None)
        return row.line.key if row is not None else None


def the_record_stands(job: Job) -> None:
    """The register proves, the papers are what was printed, and anybody can see that they are genuine."""
    with job.records():
        assert chain.verify().holds
        permit = Permit.objects.with_status(clock.today()).get()
        assert permit.status == "closed"
        acts = list(Entry.objects.values_list("act", flat=True))
        assert acts.count("inspection.record") == 5
        printed = {paper.kind: papers.bytes_of(paper) for paper in Paper.objects.order_by("printed_at")}
        certificate = Paper.objects.get(kind="certificate_of_occupancy")
    assert printed.keys() >= {
        "application",
        "change_request",
        "documents_accepted",
        "permit",
        "inspection_report",
        "receipt",
        "certificate_of_occupancy",
    }
    if job.shots is not None:
        for kind, content in printed.items():
            (job.shots / f"paper-{kind}.pdf").write_bytes(content)
    page = job.browse(width=390)
    page.goto(f"{job.live.url}/genuine/{certificate.code}")
    expect(page.get_by_role("main")).to_contain_text("Certificate of Occupancy")
    job.shown(page, "18-genuine")
