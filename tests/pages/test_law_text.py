"""The town's published text on pages: loaded after a look, beside our words for staff and everybody, searched too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.office.factories import Office, do
from tests.pages.counting import queries
from tests.pages.reading import text
from tests.pages.visitor import Visitor
from townwright.office.laws.models import CodeSection, CodeText

Desk = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("blank_papers")

#: Invented words: no town's own.
TEXT = "§ 50-4 Building permits.\nA <b>kerfuffle</b> & a quandary.\n\n§ 50-98 Nothing of ours.\nWords."
GIVEN = {"source": "Printer, May 2026", "as_of": "2026-05-01"}


@pytest.fixture
def loaded(town: Office) -> CodeText:
    """Text of § 50-4 and of a section that the pack does not have."""
    do("code_text.load", None, "2026-11-17", town.staff.clerk, text=TEXT, **GIVEN)
    return CodeText.objects.get()


def test_is_looked_at_before_it_is_loaded(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    look = clerk.post("law/text/", text=TEXT, **GIVEN)
    said = text(look)
    assert "2 sections found: look before you load" in said
    assert "§ 50-4 Building permits" in said and "No section of ours" in said
    assert not CodeText.objects.exists()
    key = look.context["key"]
    for _ in range(2):  # a double click loads it once
        assert clerk.post("law/text/", text=TEXT, load="1", form_key=key, **GIVEN).status_code == 302
    assert CodeText.objects.count() == 1
    shown = text(clerk.get("law/text/"))
    assert "Printer, May 2026" in shown and "2 of 2" in shown and "Withdraw" not in shown.partition("On file")[2]
    assert "Withdraw the text of Printer, May 2026" in text(desk(town.staff.officer).get("law/text/"))


def test_a_file_is_read_by_its_words(town: Office, desk: Desk) -> None:
    page = b"<html><body><h1>\xa7 50-4 Building permits.</h1><p>Words.</p></body></html>"
    file = SimpleUploadedFile("code.html", page, "text/html")
    look = desk(town.staff.officer).post("law/text/", file=file, **GIVEN)
    assert "1 section found" in text(look)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"text": " "}, "Paste the text, or choose a file"),
        ({"text": "No mark"}, "No section was found"),
        ({"file": SimpleUploadedFile("x.docx", b"PK\x03\x04zip")}, "This is no text file"),
        ({"file": SimpleUploadedFile("x.txt", b"\xa7 1\0")}, "This is no text file"),
        ({"file": SimpleUploadedFile("x.txt", b"x" * 2_000_001)}, "The file is too large"),
        ({"text": TEXT, "as_of": "2026-11-18", "load": "1"}, "has not come yet"),
    ],
)
def test_what_cannot_be_loaded_says_why(town: Office, desk: Desk, sent: dict[str, Any], said: str) -> None:
    answer = desk(town.staff.clerk).post("law/text/", **{**GIVEN, **sent})
    assert answer.status_code == 422 and said in text(answer)
    assert not CodeText.objects.exists()


def test_an_inspector_reads_and_does_not_load(town: Office, desk: Desk) -> None:
    inspector = desk(town.staff.inspector)
    assert "The clerk, the officer or the administrator loads text" in text(inspector.get("law/text/"))
    inspector.post("law/text/", text=TEXT, load="1", **GIVEN)
    assert not CodeText.objects.exists()


def test_stands_beside_our_words_escaped_with_its_source(town: Office, desk: Desk, loaded: CodeText) -> None:
    for address in ("law/50-4/", "law/CHE-50-4-I-2/"):
        answer = desk(town.staff.clerk).get(address)
        assert "A &lt;b&gt;kerfuffle&lt;/b&gt; &amp; a quandary." in answer.content.decode()
        assert "As published: § 50-4 Building permits Printer, May 2026, as of Fri 1 May 2026" in text(answer)
    assert "As published" not in text(desk(town.staff.clerk).get("law/50-5/"))
    assert "As published" not in text(desk(town.staff.clerk).get("law/50-4/", as_of="2026-04-30"))


def test_is_searched_where_our_words_do_not_have_it(town: Office, desk: Desk, loaded: CodeText) -> None:
    answer = desk(town.staff.clerk).get("law/", q="kerfuffle quandary")
    assert "In the published text alone § 50-4 Building permits" in text(answer)
    assert "<mark>quandary</mark>" in answer.content.decode() and "<b>kerfuffle</b>" not in answer.content.decode()
    assert "In the published text" not in text(desk(town.staff.clerk).get("law/", q="kerfuffle", as_of="2026-04-30"))
    CodeSection.objects.update(withdrawn_on="2026-11-17")
    assert "No provision has all of “kerfuffle”" in text(desk(town.staff.clerk).get("law/", q="kerfuffle"))


def test_takes_one_more_query_and_no_more_for_more_text(town: Office, desk: Desk, loaded: CodeText) -> None:
    clerk = desk(town.staff.clerk)
    clerk.get("law/50-5/")
    few = queries(clerk, "law/", q="permit"), queries(clerk, "law/50-5/"), queries(clerk, "law/whole/")
    more = "\n".join(f"§ 50-{number} Heading.\nA permit." for number in range(1, 21))
    do("code_text.load", None, "2026-11-17", town.staff.clerk, text=more, source="More", as_of="2026-06-01")
    assert (queries(clerk, "law/", q="permit"), queries(clerk, "law/50-5/"), queries(clerk, "law/whole/")) == few


def test_everybody_reads_it_at_the_counter(visitor: Visitor, loaded: CodeText) -> None:
    page = visitor.get("/code/50-4/")
    assert "A &lt;b&gt;kerfuffle&lt;/b&gt;" in page.content.decode() and "Printer, May 2026" in text(page)
    assert "In the published text alone § 50-4" in text(visitor.get("/code/", q="kerfuffle"))
    assert "As published" in text(visitor.get("/code/CHE-50-4-I-2/"))


class TestTheBooklet:
    def test_has_the_whole_code_in_order_on_one_page(self, town: Office, desk: Desk, loaded: CodeText) -> None:
        answer = desk(town.staff.clerk).get("law/whole/")
        said = text(answer)
        assert said.index("§ 50-2 Definitions") < said.index("§ 50-10 Operating permits")
        assert "kerfuffle" in said and "Law of the State beneath it" in said and "Printer, May 2026" in said
        assert answer.content.decode().count('<article class="booklet-p">') > 300

    def test_is_there_for_everybody_as_of_a_day(self, visitor: Visitor) -> None:
        assert "Every provision in the office’s words" in text(visitor.get("/code/whole/", as_of="2026-01-05"))
        assert visitor.get("/code/whole/", as_of="1990-01-01").status_code == 404


class TestTheCounter:
    """Everybody reads the code as staff do: its values, what carries it out, its proofs, as of any day."""

    def test_a_clause_shows_its_value_with_its_source_and_what_carries_it_out(self, visitor: Visitor) -> None:
        said = text(visitor.get("/code/CHE-50-4-I-2/"))
        assert "In force from Until Value Set by Wed 10 April 2024 now 12 months" in said
        assert "L.L. No. 4-2024 § 50-4(I)" in said
        assert "How the office carries it out" in said and "Life of a permit How long a permit is in force" in said
        assert "Proved" in said and "Given" in said

    def test_another_day_can_be_asked_for_and_is_kept(self, visitor: Visitor) -> None:
        page = visitor.get("/code/50-4/").content.decode()
        assert '<input class="in asof" id="as_of" name="as_of" type="date" value="2026-11-17">' in page
        assert "as it stands on Mon 1 June 2026" in text(visitor.get("/code/50-4/", as_of="2026-06-01"))

    def test_a_search_says_where_what_the_code_does_not_name_is_answered(self, visitor: Visitor) -> None:
        said = text(visitor.get("/code/", q="wood stove"))
        assert "No clause has all of “wood stove”. These have other words for it." in said
        assert "Do I need a permit?" in said
