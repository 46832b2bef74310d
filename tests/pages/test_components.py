"""Every component: as drawn, with nothing in it, with far too much, and with hostile words."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

import pytest
from django.template import Context, Template
from django.test import RequestFactory

from tests.pages import samples
from townwright.law.findings import Decision, Finding, Outcome
from townwright.pages import components as c
from townwright.pages import show, words
from townwright.pages.colours import contrast, lightened, stylesheet
from townwright.pages.inline import Button, Cite, Day, Deadline, Link, Number, Quiet, Strong, Tag, Under


def written(tag: str, **facts: Any) -> str:
    """A template of one tag, rendered; space between tags is left out."""
    context = Context({"law_address": "/code", **facts})
    return re.sub(r">\s+<", "><", Template(f"{{% load townwright %}}{tag}").render(context)).strip()


@pytest.mark.parametrize("frame", ["desk", "counter", "phone"])
@pytest.mark.parametrize("facts", ["CASE", "EMPTY", "FULL"])
def test_no_words_break_out_of_a_page(frame: str, facts: str) -> None:
    page = samples.render(frame, getattr(samples, facts))
    assert "<script>alert" not in page
    assert ("&lt;script&gt;alert" in page) is (facts == "FULL")
    assert " style=" not in page and " onclick=" not in page, "the content security policy refuses both"


def test_a_page_has_one_main_heading_and_each_id_once() -> None:
    page = samples.render("desk", samples.CASE)
    assert page.count("<h1") == 1
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert sorted(set(ids)) == sorted(ids)


def test_empty_lists_say_what_would_be_in_them() -> None:
    page = samples.render("desk", samples.EMPTY)
    for said in (
        "No application waits.",
        "Nothing is open here now.",
        "Nothing has happened yet.",
        "No requirement of the code applies",
        "No documents yet",
        "Nothing waits.",
    ):
        assert said in page


def test_findings_are_read_in_order_and_only_what_stands_in_the_way_has_a_cure() -> None:
    page = written("{% findings d %}", d=samples.DECISION)
    assert re.findall(r'class="f-mark \w+">([^<]+)', page) == ["Unmet", "Unmet", "Not known", "Look", "Met"]
    assert "<b>Cure:</b> revised A-001. <b>With:</b> applicant." in page
    assert page.count("<b>Cure:</b>") == 3
    assert 'href="/code?at=CHE-50-4-D-5-h#CHE-50-4-D-5-h">§ 50-4(D)(5)(h)</a>' in page
    assert "Not asked: special inspections statement" in page


def test_findings_speak_to_the_public_as_you_and_us() -> None:
    page = written("{% findings d public=True %}", d=samples.DECISION)
    assert "<b>With:</b> you." in page and "<b>With:</b> us." in page and "applicant" not in page


def test_a_finding_that_was_set_aside_says_so() -> None:
    free = Decision("g", date(2026, 1, 1), (Finding("a", Outcome.UNMET, "A", "§ 1", discretion=True),))
    assert "Set aside" in written("{% findings d %}", d=free.overrule(["a"]))


def test_a_refusal_shows_only_what_stands_in_the_way() -> None:
    page = written('{% refusal d "The permit was not issued" %}', d=samples.DECISION)
    assert "The permit was not issued" in page and 'role="alert"' in page
    assert page.count('class="f-mark') == 3 and "Not asked" not in page


def test_the_first_act_comes_first_and_a_shut_act_is_no_button() -> None:
    page = written("{% acts_list acts %}", acts=samples.CASE["acts"])
    assert page.index("btn-1") < page.index("Extend the reply date")
    assert '<li class="shut"><b>Issue the permit</b>2 requirements unmet, 1 not known. ' in page
    assert "disabled" not in page
    assert '<input type="hidden" name="k" value="1">' in page and 'data-confirm="Disapprove?"' in page


def test_two_acts_cannot_both_come_first() -> None:
    acts = [c.OpenAct("A", "/a", first=True), c.OpenAct("B", "/b", first=True)]
    with pytest.raises(ValueError, match="only one"):
        written("{% acts_list acts %}", acts=acts)


def test_one_finding_that_shuts_an_act_is_said_in_full() -> None:
    decision = Decision("g", date(2026, 1, 1), (Finding("fee", Outcome.UNMET, "Fee paid", "§ 50-4(K)"),))
    page = written("{% acts_list acts %}", acts=[c.ShutAct.by("Issue the permit", decision)])
    assert 'Fee paid. <a class="cite"' in page


def test_a_stop_comes_before_every_other_banner() -> None:
    page = written("{% banners b %}", b=samples.CASE["banners"])
    assert re.findall(r'class="banner (\w+)"', page) == ["stop", "vac", "viol", "info"]


def test_the_clock_says_whose_days_run() -> None:
    assert "<dd>8 days, now</dd>" in written("{% clock k %}", k=c.Clock(12, 8, "you"))
    page = written("{% clock k %}", k=c.Clock(1, 0, "us", public=True))
    assert "<dt>Days with us</dt><dd>1, running</dd>" in page and "<dd>0</dd>" in page
    assert 'class="you"' not in page
    assert (c.Clock(0, 0).share, c.Clock(5, 0).share, c.Clock(0, 5).remainder) == (0, 200, 200)


def test_a_timeline_marks_what_kind_each_entry_is() -> None:
    page = written("{% timeline e %}", e=samples.CASE["events"])
    assert re.findall(r'<li(?: class="([\w-]+)")?>', page) == ["next", "law-act", "bad", ""]
    assert '<time datetime="2026-11-09">Mon 9 Nov 2026</time>' in page and "<time>1988</time>" in page


def test_a_table_keeps_its_meaning_when_it_stacks() -> None:
    page = written("{% table t %}", t=samples.APPLICATIONS)
    assert page.count('role="row"') == 4 and page.count('role="rowheader"') == 2
    assert 'data-l="Days with us">31<' in page
    assert '<caption class="vh">Applications to review</caption>' in page
    assert 'aria-sort="descending"><a class="sort" href="?sort=days">' in page
    assert 'href="?sort=number"' in page
    assert "Showing: with us, any kind" in page and 'href="/csv"' in page
    assert "301 to 400 of 1,195" in page


def test_sorting_and_turning_pages_keep_the_other_parameters() -> None:
    request = RequestFactory().get("/?kind=solar&page=3&sort=days")
    page = written("{% table t %}", t=samples.APPLICATIONS, request=request)
    assert 'href="?kind=solar&amp;sort=days"' in page, "another order begins at the first page"
    assert 'href="?kind=solar&amp;page=5&amp;sort=days"' in page


def test_pages_offered_are_the_ends_and_the_neighbours() -> None:
    assert c.Pager(6, 12, 1195, 100).shown == [1, None, 5, 6, 7, None, 12]
    assert c.Pager(1, 2, 150, 100).shown == [1, 2]
    assert (c.Pager(1, 1, 0, 100).first, c.Pager(12, 12, 1195, 100).last) == (0, 1195)
    assert "1 row" in written("{% pager p %}", p=c.Pager(1, 1, 1, 100))


def test_facts_without_a_value_are_left_out() -> None:
    page = written("{% facts f %}", f=[("Owner", "X"), ("Fax", None), ("Heirs", ""), ("Days", 0)])
    assert page == '<dl class="facts mt"><dt>Owner</dt><dd>X</dd><dt>Days</dt><dd>0</dd></dl>'


def test_a_chart_says_its_figures_in_words() -> None:
    page = written("{% bars b %}", b=samples.CASE["bars"])
    assert (
        'aria-label="14 open applications by days since received: 0-10, 4; 11-20, 5; 31-60, 2; 60+ days, none."'
    ) in page
    assert page.count("<rect") == 4 and page.count('class="hot"') == 1


def test_long_work_says_how_far_it_is_and_asks_again_only_while_it_runs() -> None:
    running = written("{% progress p %}", p=c.Progress("Import", 5, 10))
    assert 'data-refresh="3"' in running and 'max="10" value="5"' in running and "5 of 10 done." in running
    assert "data-refresh" not in written("{% progress p %}", p=c.Progress("Import", 10, 10, running=False))
    assert "value" not in written("{% progress p %}", p=c.Progress("Import", 0, None))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, ""),
        (True, "yes"),
        (18263, "18,263"),
        ("2026", "2026"),
        (Decimal("-1290"), '<span class="num">-$1,290.00</span>'),
        (date(2026, 3, 2), '<time datetime="2026-03-02">Mon 2 March 2026</time>'),
        (time(8, 20), "8:20 am"),
        (
            ("Due ", Strong(Day(date(2026, 3, 2), "bare")), "."),
            'Due <b><time datetime="2026-03-02">Mon 2 Mar</time></b>.',
        ),
        (Link("BP-2026-0214", "/bp", number=True), '<a class="num" href="/bp">BP-2026-0214</a>'),
        (Tag("met", "In & done"), '<span class="tag met">In &amp; done</span>'),
        (Cite("§ 50-4(I)"), '<span class="cite">§ 50-4(I)</span>'),
        (Cite(""), ""),
        (
            Deadline(date(2026, 11, 22), date(2026, 11, 22)),
            '<time datetime="2026-11-22">Sun 22 November 2026</time>',
        ),
        (Number(Decimal("1612.5"), "sq ft"), '<span class="num">1,612.5 sq ft</span>'),
        (Quiet("x"), '<span class="quiet">x</span>'),
        (Under("a", "b"), 'a<span class="sub">b</span>'),
        (
            Button("Answer", "/a", "FR-1", bad=True),
            '<a class="btn btn-s btn-bad" href="/a">Answer<span class="vh"> FR-1</span></a>',
        ),
    ],
)
def test_values_are_written_as_the_office_writes_them(value: Any, said: str) -> None:
    assert show.html(value) == said


def test_an_object_without_a_way_of_being_shown_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot show a object"):
        show.html(object())


def test_an_instant_is_told_in_the_towns_time() -> None:
    late = datetime(2026, 3, 3, 1, 5, tzinfo=UTC)
    assert words.moment(late) == "Mon 2 March 2026, 8:05 pm"
    assert written("{% hour t %}", t=datetime(2026, 3, 2, 17, 0, tzinfo=UTC)) == "12:00 pm"


def test_tags_for_words() -> None:
    day = date(2026, 3, 2)
    assert written("{% longday d %}", d=day) == "Monday 2 March 2026"
    assert written("{% shortday d year=False %}", d=day).endswith(">Mon 2 Mar</time>")
    assert written("{% money m %}{% money n %}", m=Decimal("1234.5"), n=None) == '<span class="num">$1,234.50</span>'
    assert written('{% plural 0 "row" %}, {% plural 1 "row" %}, {% plural 2 "party" "parties" %}') == (
        "no rows, 1 row, 2 parties"
    )
    assert "act by" in written('{% deadline a b "late" %}', a=day, b=date(2026, 3, 3))
    assert written("{% deadline None %}{% shortday None %}{% day None %}") == ""
    assert written("{% standing d %}", d=samples.DECISION) == "2 requirements unmet, 1 not known"
    assert written('{% cite "§ 50-4(I)" "CHE-50-4-I-2" %}').startswith('<a class="cite" href="/code?at=CHE-50-4-I-2#')


def test_counts_and_rows_of_words() -> None:
    assert words.listed(["owner", "architect", "contractor"]) == "owner, architect and contractor"
    assert (words.listed(["owner"]), words.listed([])) == ("owner", "")
    unknown = Decision("g", date(2026, 1, 1), (Finding("a", Outcome.UNKNOWN, "A", "§ 1"),))
    assert words.standing(unknown) == "1 requirement not known"
    assert words.standing(Decision("g", date(2026, 1, 1))) == ""


def test_contrast_as_wcag_reckons_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_a_towns_link_reads_as_well_in_the_dark() -> None:
    found = lightened("#17563d", "#19211d", 7.0)
    assert contrast(found, "#19211d") >= 7.0


def test_a_towns_four_colours_make_its_stylesheet() -> None:
    from townwright.law.town import Colours

    given = Colours(town="#1d3f5e", town_2="#142d44", town_soft="#d6e1ea", link="#174a75")
    sheet = stylesheet(given)
    assert "--town:#1d3f5e;--town-2:#142d44;--town-soft:#d6e1ea;--link:#174a75" in sheet
    assert "prefers-color-scheme:dark" in sheet
