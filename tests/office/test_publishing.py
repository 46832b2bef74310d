"""The town's own published text: split at its section marks, loaded by an act, found as of a day, withdrawn."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.office.factories import Office, do
from townwright.office.laws import published
from townwright.office.laws.models import CodeSection, CodeText
from townwright.office.laws.published import plain, sections_of
from townwright.office.register.errors import InputError, NotAllowed
from townwright.office.register.models import Entry

TODAY = "2026-11-17"
TEXT = """Chapter 90: Lanterns

§ 90-1 Purpose.
Every lantern shall be lit
§ 90-2 of this chapter notwithstanding.

§ 90-2. Fees. The fee is set by resolution.

§ 90-3
Penalties
[Amended 3-2-2020]
A fine.
"""


def load(
    town: Office, text: str = TEXT, as_of: str = "2026-05-01", actor: Any = None, source: str = "Printer"
) -> CodeText:
    given = {"source": source, "as_of": as_of, "text": text}
    done = do("code_text.load", None, TODAY, actor or town.staff.clerk, **given)
    return CodeText.objects.get(pk=done.subject_id)


class TestSplitting:
    def test_a_section_begins_with_its_mark_and_ends_before_the_next(self) -> None:
        one, two, three = sections_of(TEXT)
        assert (one.cite, one.heading) == ("§ 90-1", "Purpose")
        assert one.text == "Every lantern shall be lit\n§ 90-2 of this chapter notwithstanding."
        assert (two.cite, two.heading, two.text) == ("§ 90-2", "Fees", "The fee is set by resolution.")
        assert (three.cite, three.heading, three.text) == ("§ 90-3", "Penalties", "[Amended 3-2-2020]\nA fine.")

    def test_a_mark_that_names_a_section_again_stays_text(self) -> None:
        (one,) = sections_of("§ 90-1 Purpose.\nSee also\n§ 90-1 Purpose.")
        assert one.text == "See also\n§ 90-1 Purpose."

    @pytest.mark.parametrize("text", ["", "No mark at all", "§ of another law", "§ 90-2 of this chapter"])
    def test_what_has_no_section_has_none(self, text: str) -> None:
        assert sections_of(text) == []

    def test_numbers_keep_their_points_letters_and_long_dashes(self) -> None:
        found = sections_of("§ 43-10.1 One.\n§ 43-9A Two.\n§ 43–11 Three.\n§ 7 Four.")
        assert [part.cite for part in found] == ["§ 43-10.1", "§ 43-9A", "§ 43-11", "§ 7"]
        assert [part.slug for part in found] == ["43-10.1", "43-9a", "43-11", "7"]

    def test_a_first_line_too_long_for_a_heading_is_text(self) -> None:
        long = "Every person " + "and every other person " * 10
        (one,) = sections_of(f"§ 90-1 {long}")
        assert one.heading == "" and one.text == long.strip()

    def test_a_web_page_is_read_as_what_it_shows(self) -> None:
        page = (
            "<html><head><title>x</title><style>p{}</style></head><body><h3>§&nbsp;90-1 Purpose.</h3>"
            "<p>Lamps &amp; <b>lanterns</b></p><script>alert('§ 90-9 No')</script><div>A.<br>B.</div></body></html>"
        )
        (one,) = sections_of(plain(page))
        assert (one.cite, one.heading) == ("§ 90-1", "Purpose")
        assert one.text.split() == ["Lamps", "&", "lanterns", "A.", "B."]

    def test_plain_words_stay_as_they_are(self) -> None:
        assert plain("less < more\n  § 90-1 X.") == "less < more\n  § 90-1 X."


class TestLoading:
    def test_keeps_each_section_and_tells_the_register_its_digest_and_not_its_words(self, town: Office) -> None:
        row = load(town)
        assert [one.cite for one in row.sections.all()] == ["§ 90-1", "§ 90-2", "§ 90-3"]
        entry = Entry.objects.order_by("-seq")[0]
        assert entry.said == "Published text of 3 sections loaded, as of Fri 1 May 2026: Printer"
        assert "lantern" not in str(entry.content).casefold()
        assert entry.content["after"]["sections"] == ["§ 90-1", "§ 90-2", "§ 90-3"]
        assert len(entry.content["after"]["sha256"]) == 64

    def test_is_shown_from_its_day_on_until_a_newer_one(self, town: Office) -> None:
        load(town)
        load(town, "§ 90-2 Fees.\nNewer words.", "2026-09-01", source="Newer")
        assert published.on(date(2026, 4, 30)) == {}
        assert published.on(date(2026, 5, 1))["90-2"].text == "The fee is set by resolution."
        assert published.on(date(2026, 9, 1))["90-2"].text == "Newer words."
        assert published.on(date(2026, 9, 1))["90-1"].of.source == "Printer"

    def test_of_the_same_day_again_it_takes_the_place_of_the_earlier(self, town: Office) -> None:
        load(town)
        load(town, "§ 90-2 Fees.\nCorrected.")
        assert published.on(date(2026, 5, 1))["90-2"].text == "Corrected."
        old = CodeSection.objects.get(slug="90-2", withdrawn_on__isnull=False)
        assert old.why_withdrawn == "Loaded again" and old.text == "The fee is set by resolution."
        assert "1 of them in place of earlier ones" in Entry.objects.order_by("-seq")[0].said

    def test_a_part_of_a_section_stands_beside_the_text_of_the_section(self, town: Office) -> None:
        load(town, "§ 43-10.1 Inspectors.\nWords.\n§ 43-1 Other.\nNo.")
        day = date(2026, 11, 17)
        found = published.of_section("43-10.1b", day)
        assert found is not None and found.cite == "§ 43-10.1"
        assert published.of_section("43-10", day) is None
        assert published.texts_by(["43-10.1b", "43-10", "43-1"], day).keys() == {"43-10.1b", "43-1"}

    @pytest.mark.parametrize(
        ("given", "field", "said"),
        [
            ({"text": "No sections here"}, "text", "No section was found"),
            ({"as_of": "2026-11-18"}, "as_of", "has not come yet"),
            ({"text": "\n".join(f"§ 9-{n} X." for n in range(2001))}, "text", "2,001 sections are more"),
            ({"text": f"§ 9-{'1' * 90} X."}, "text", "too long for the number"),
            ({"source": " "}, "source", "This is needed."),
        ],
    )
    def test_says_what_cannot_be_loaded(self, town: Office, given: dict[str, str], field: str, said: str) -> None:
        with pytest.raises(InputError) as error:
            load(town, **given)
        assert said in error.value.errors[field]
        assert not CodeText.objects.exists()

    def test_inspectors_do_not_load_it(self, town: Office) -> None:
        with pytest.raises(NotAllowed):
            load(town, actor=town.staff.inspector)


class TestWithdrawing:
    def test_takes_a_section_off_every_page_and_keeps_it_on_file(self, town: Office) -> None:
        row = load(town)
        do("code_text.withdraw", None, TODAY, town.staff.officer, text=row.pk, section="§ 90-2", why="No right to it")
        assert published.on(date(2026, 11, 17)).keys() == {"90-1", "90-3"}
        assert CodeSection.objects.get(slug="90-2").text == "The fee is set by resolution."
        assert "§ 90-2 of Printer: No right to it" in Entry.objects.order_by("-seq")[0].said

    def test_takes_all_of_it(self, town: Office) -> None:
        row = load(town)
        do("code_text.withdraw", None, TODAY, town.staff.officer, text=row.pk, why="By mistake")
        assert published.on(date(2026, 11, 17)) == {}
        assert "3 sections of Printer" in Entry.objects.order_by("-seq")[0].said

    def test_withdrawn_text_uncovers_what_was_loaded_before_it(self, town: Office) -> None:
        load(town)
        newer = load(town, "§ 90-2 Fees.\nNewer words.", "2026-09-01")
        do("code_text.withdraw", None, TODAY, town.staff.officer, text=newer.pk, why="By mistake")
        assert published.on(date(2026, 11, 17))["90-2"].text == "The fee is set by resolution."

    def test_says_what_there_is_none_of(self, town: Office) -> None:
        row = load(town)
        for given, field in (
            ({"text": row.pk, "section": "§ 90-9"}, "section"),
            ({"text": "0198f000-0000-7000-8000-000000000000"}, "text"),
        ):
            with pytest.raises(InputError) as error:
                do("code_text.withdraw", None, TODAY, town.staff.officer, why="x", **given)
            assert field in error.value.errors
        do("code_text.withdraw", None, TODAY, town.staff.officer, text=row.pk, why="x")
        with pytest.raises(InputError):
            do("code_text.withdraw", None, TODAY, town.staff.officer, text=row.pk, why="x")

    def test_the_clerk_does_not_withdraw(self, town: Office) -> None:
        row = load(town)
        with pytest.raises(NotAllowed):
            do("code_text.withdraw", None, TODAY, town.staff.clerk, text=row.pk, why="x")
