"""An office that works by the pack of Cortlandt, and its permits: what its chapter asks for, answered and marked."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pikepdf
import pytest
from django.test import Client

from tests.law.cortlandt.facts import DETERMINATIONS
from tests.office import factories
from tests.office.factories import Day, Office, do, on_the_day
from tests.office.factories_inspections import DECK, Site, result
from tests.office.test_papers_press import words
from townwright.office import clock, storage
from townwright.office.certificates.models import Certificate
from townwright.office.papers import press
from townwright.office.papers.acts import bytes_of
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Permit
from townwright.office.register.actors import Actor
from townwright.office.staff.models import Account

#: What is marked beside the documents: whether the information is enough, and the determinations of § 149-6.
COMPLETE = (
    "information.uniform_code", "information.energy_code", "information.zoning", "information.local_laws", "plot_plan",
)  # fmt: skip
#: What an applicant says of a deck of a one-family house.
SAID = {**DECK, "application.compliance_stated": True, "building.kind": "one-family"}


@contextmanager
def an_office(offices: Callable[..., Any], settings: Any) -> Iterator[Office]:
    """The office with its people, a schedule, the parcel 9 Oak Street and its owner, bound."""
    settings.SIGN_PAPERS = False
    offices("cortlandt", pack="cortlandt")
    with storage.bound_to("cortlandt"):
        with on_the_day("2024-04-10"):
            people = factories.staff()
        factories.schedule()
        place = factories.parcel("9 Oak Street", swis="552289", print_key="12.3-1-4")
        with on_the_day("2024-04-10"):
            factories.owner(place)
        yield Office(people, place)


def blank_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Papers are blank sheets, which is quick."""
    sheet, content = pikepdf.Pdf.new(), io.BytesIO()
    sheet.add_blank_page()
    sheet.save(content)
    monkeypatch.setattr(press, "press", lambda *_, **__: content.getvalue())


def submitted(town: Office, when: Day, **given: Any) -> Permit:
    """An application for a deck, filed."""
    answers = {**SAID, **given.pop("answers", {})}
    return town.submitted(when, answers=answers, buildings_affected=1, **given)


def marked(town: Office, permit: Permit, when: Day, **others: Any) -> None:
    """The information and every determination marked as satisfied, but for what is given otherwise by its key."""
    marks = {key: {"item": key, "outcome": "satisfied"} for key in (*COMPLETE, *DETERMINATIONS)}
    for name, mark in others.items():
        key = name.replace("__", ".")
        marks[key] = {"item": key, **mark}
    town.do("permit.review", permit, when, marks=list(marks.values()))


def ready(town: Office, when: Day, permit: Permit | None = None) -> Permit:
    """An application that wants only the Director's signature."""
    permit = permit or submitted(town, when)
    do("inspection.record", permit, when, town.staff.inspector, results=[result("site")])
    permit.refresh_from_db()
    marked(town, permit, when)
    return town.ready(when, permit)


def issued(town: Office, when: Day, permit: Permit | None = None, *, answers: Any = None, **given: Any) -> Site:
    """A permit issued on a day, with the site that it is for."""
    permit = ready(town, when, permit or submitted(town, when, answers=answers or {}))
    town.do("permit.issue", permit, when, certificate_kind="occupancy", **given)
    return Site(town, permit)


def applied(town: Office, site: Site, when: Day, **given: Any) -> Certificate:
    """A certificate of the work that is applied for and paid."""
    given = {"payment": {"method": "cash"}, **given}
    made = do("certificate.apply", site.permit, when, town.staff.officer, **given)
    return Certificate.objects.get(pk=made.subject_id)


def text_of(kind: str) -> str:
    """The words of the newest paper of a kind, as it was printed."""
    return words(bytes_of(Paper.objects.filter(kind=kind).latest("id")))


def page(actor: Actor, address: str, when: str) -> str:
    """The words of a page of the desk on a day."""
    client = Client()
    client.force_login(Account.objects.get(pk=actor.id), backend="django.contrib.auth.backends.ModelBackend")
    with clock.fixed(when):
        answer = client.get(f"/cortlandt/{address}", follow=True)
    assert answer.status_code == 200, answer.status_code
    text = re.sub(r"<(script|style).*?</\1>", " ", answer.content.decode(), flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())
