"""Letters: what goes by post can be read, printed with what is enclosed, and is off the list once it is posted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.office.factories import Office
from tests.pages.reading import text
from townwright.office.outbox.models import Message
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Permit
from townwright.office.register.acts import perform
from townwright.office.register.errors import InputError
from townwright.office.register.models import Entry

Desk = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("blank_papers")


@pytest.fixture
def permit(town: Office) -> Permit:
    """A permit whose people have no e-mail, and two letters that wait."""
    permit = town.issued("2026-11-02")
    Message.objects.all().delete()
    enclosed = str(Paper.objects.filter(case_id=permit.case_id).latest("printed_at").file_id)
    for number, subject in enumerate(("your permit is issued", "your plans are accepted"), start=1):
        Message.objects.create(
            way="letter", to_name="Dara Ortiz", to_address="38 Lakeside Terrace\nChester, NY 10918", subject=subject,
            text="Dara Ortiz:\n\nIt hangs in plain view.", case_id=permit.case_id, entry_seq=number,
            made_at=Entry.objects.latest("seq").at, files=[enclosed],
        )  # fmt: skip
    return permit


def test_a_letter_is_read_with_its_address_and_what_is_enclosed(town: Office, desk: Desk, permit: Permit) -> None:
    clerk, letter = desk(town.staff.clerk), Message.objects.get(subject="your permit is issued")
    listed = clerk.get("lists/letters/")
    assert f"/chester/desk/letters/{letter.pk}/" in listed.content.decode()
    page = clerk.get(f"letters/{letter.pk}/")
    said = text(page)
    assert "Dara Ortiz 38 Lakeside Terrace Chester, NY 10918" in said and "It hangs in plain view." in said
    assert "Enclosed" in said and "/chester/desk/papers/" in page.content.decode()


def test_several_are_posted_at_once_and_are_off_the_list(town: Office, desk: Desk, permit: Permit) -> None:
    clerk, (first, second) = desk(town.staff.clerk), Message.objects.order_by("entry_seq")
    address = f"do/letter.post/?letters={first.pk}&then=/chester/desk/lists/letters/"
    sheet = clerk.get(address).content.decode()
    assert f'value="{second.pk}"' in sheet
    assert re.findall(r'value="([-0-9a-f]+)"[^>]* checked', sheet) == [str(first.pk)]
    done = clerk.post(address, letters=[str(first.pk), str(second.pk)])
    assert done["Location"] == "/chester/desk/lists/letters/"
    assert "No letter waits to be posted." in text(clerk.get("lists/letters/"))
    entry = Entry.objects.get(act="letter.post")
    assert entry.said == "Posted: your permit is issued to Dara Ortiz; your plans are accepted to Dara Ortiz"
    assert "Posted: your permit is issued" in text(clerk.get(f"cases/{permit.case_id}/"))
    assert "Posted, entered Tue 17 November 2026" in text(clerk.get(f"letters/{first.pk}/"))


def test_what_was_posted_or_is_no_letter_is_refused(town: Office, permit: Permit) -> None:
    first, second = Message.objects.order_by("entry_seq")
    Message.objects.filter(pk=second.pk).update(way="email")
    perform("letter.post", {"letters": [first.pk]}, actor=town.staff.clerk)
    for gone in (first, second):
        with pytest.raises(InputError, match="Not all of these wait"):
            perform("letter.post", {"letters": [gone.pk]}, actor=town.staff.clerk)


def test_there_is_no_page_of_an_e_mail(town: Office, desk: Desk, permit: Permit) -> None:
    mail = Message.objects.latest("entry_seq")
    Message.objects.filter(pk=mail.pk).update(way="email")
    assert desk(town.staff.clerk).get(f"letters/{mail.pk}/").status_code == 404
