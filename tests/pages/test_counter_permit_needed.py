"""Do I need a permit? One question a page, the answer with its section, and everything in the address."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.office.factories import Office
from tests.pages.conftest import Desk
from tests.pages.visitor import Visitor, said
from townwright.counter import limits
from townwright.counter.apply import application, steps
from townwright.counter.parts import enquiries
from townwright.law.facts import Fact as LawFact
from townwright.law.facts import Kind
from townwright.office import clock
from townwright.office.permits.models import Draft
from townwright.office.register.actors import Actor
from townwright.office.register.models import Entry

HERE = "/do-i-need-a-permit/"
WORK = {"about": "work"}
TYPE, HOME = "application.work_type", "work.in_dwelling_unit"
UNIFORM, ENERGY = "work.under_uniform_code", "work.under_energy_code"
DECK = {**WORK, TYPE: "enlarge"}
REPAIR = {**WORK, TYPE: "repair"}


def follows(visitor: Visitor, answer: Any) -> Any:
    """The page to which an answer leads."""
    assert answer.status_code == 302, said(answer)
    parts = urlsplit(answer["Location"])
    return visitor.get(parts.path.removeprefix("/chester"), **dict(parse_qsl(parts.query)))


def heading(answer: Any) -> str:
    """What the page is headed."""
    found = re.search(r"<h1[^>]*>(.*?)</h1>", answer.content.decode(), re.S)
    assert found is not None
    return html.unescape(re.sub(r"<[^>]+>", "", found[1])).strip()


def hidden(answer: Any) -> dict[str, str]:
    """What the form of a page sends along."""
    rows = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', answer.content.decode())
    return {name: html.unescape(value) for name, value in rows if name != "csrfmiddlewaretoken"}


class TestTheQuestions:
    def test_begin_with_what_it_is_about(self, visitor: Visitor) -> None:
        first = visitor.get(HERE)

        assert heading(first) == "What is it about?"
        assert "Building, changing, repairing or taking something down" in said(first)
        assert "Using a building, or a part of one, for something else" in said(first)
        assert f'href="/chester{HERE}"' in visitor.get("/").content.decode()

    def test_lead_from_one_to_the_next_and_to_the_answer(self, visitor: Visitor) -> None:
        work = visitor.get(HERE, **WORK)
        assert heading(work) == "What do you want to do?"
        assert hidden(work) == {"about": "work", "asked": TYPE}

        stove = follows(visitor, visitor.get(HERE, **hidden(work), **{TYPE: "solid fuel"}))
        assert heading(stove) == "Is it in a home?"
        assert hidden(stove) == {**WORK, TYPE: "solid fuel", "asked": HOME}

        answer = follows(visitor, visitor.get(HERE, **hidden(stove), **{HOME: "yes"}))
        assert heading(answer) == "Yes. You need a building permit before you start."

    def test_are_no_more_than_the_answer_needs(self, visitor: Visitor) -> None:
        """What is built new needs a permit whatever else is so: neither size nor cost is asked."""
        answer = visitor.get(HERE, **DECK)

        assert heading(answer).startswith("Yes. You need a building permit")

    def test_say_how_many_there_are(self, visitor: Visitor) -> None:
        assert "Question 2. Usually 2 in all." in said(visitor.get(HERE, **WORK))
        assert "Question 3. Usually 3 in all." in said(visitor.get(HERE, **REPAIR)), "both Codes stand on one list"

    def test_can_each_be_put_again_with_the_other_answers_kept(self, visitor: Visitor) -> None:
        whole = {**WORK, TYPE: "solid fuel", HOME: "no", UNIFORM: "no", ENERGY: "no"}
        again = visitor.get(HERE, **whole, at=HOME)

        assert heading(again) == "Is it in a home?"
        assert 'value="no" id="a2" checked' in again.content.decode()
        assert hidden(again) == {**WORK, TYPE: "solid fuel", UNIFORM: "no", ENERGY: "no", "asked": HOME}
        changed = follows(visitor, visitor.get(HERE, **hidden(again), **{HOME: "yes"}))
        assert heading(changed).startswith("Yes.")

    def test_drop_an_answer_that_is_no_longer_asked_for(self, visitor: Visitor) -> None:
        sent = visitor.get(HERE, **{**REPAIR, UNIFORM: "no"}, asked=TYPE)
        assert UNIFORM in sent["Location"]
        sent = visitor.get(HERE, **{**DECK, UNIFORM: "no"}, asked=TYPE)
        assert UNIFORM not in sent["Location"]
        assert visitor.get(HERE, **{**DECK, UNIFORM: "no"}).status_code == 200

    def test_lead_back_to_the_one_before(self, visitor: Visitor) -> None:
        page = visitor.get(HERE, **REPAIR).content.decode()
        assert f"at={TYPE}" in page
        assert "?about=work&amp;at=about" in visitor.get(HERE, **WORK).content.decode()
        assert "checked" in visitor.get(HERE, at="about", about="use").content.decode()

    def test_need_an_answer(self, visitor: Visitor) -> None:
        nothing = visitor.get(HERE, **WORK, asked=TYPE)
        assert nothing.status_code == 422
        assert "Give an answer, or say that you do not know." in said(nothing)
        nothing = visitor.get(HERE, asked="about")
        assert nothing.status_code == 422
        assert "Choose one of the answers below." in said(nothing)

    def test_are_the_desks_on_the_telephone_too(self, town: Office, desk: Callable[[Actor], Desk]) -> None:
        today = desk(town.staff.clerk).get("").content.decode()

        assert f'<a href="/chester{HERE}">Does it need a permit?</a>' in today


class TestOtherKinds:
    ACTIVITY = {"about": "activity"}

    def test_of_permits_are_chosen_first(self, visitor: Visitor) -> None:
        kinds = visitor.get(HERE, **self.ACTIVITY)
        assert kinds.status_code == 200 and heading(kinds) == "Which of these is it?"
        assert "Welding and Other Hot Work" in said(kinds)
        nothing = visitor.get(HERE, **self.ACTIVITY, asked="kind")
        assert nothing.status_code == 422
        strange = visitor.get(HERE, **self.ACTIVITY, kind="juggling")
        assert strange.status_code == 422 and heading(strange) == "Which of these is it?"

    def test_of_permits_settle_by_their_own_condition(self, visitor: Visitor) -> None:
        hot = {**self.ACTIVITY, "kind": "hot_work"}
        question = visitor.get(HERE, **hot)
        assert hidden(question)["kind"] == "hot_work"
        assert "at=kind" in question.content.decode()
        no = visitor.get(HERE, **hot, **{"activity.hot_work": "no"})
        assert heading(no) == "No. You need no operating permit for this."
        assert "Which of these is it?" in said(no) and "Welding and Other Hot Work" in said(no)
        again = visitor.get(HERE, **hot, at="kind")
        assert 'value="hot_work"' in again.content.decode() and "checked" in again.content.decode()

    def test_of_answers_are_read_as_people_write_them(self, visitor: Visitor) -> None:
        earth = {"about": "earthmoving"}
        free = visitor.get(HERE, **earth, **{"town.earth.volume": "1,0", "town.earth.earlier": "90 cu yd"})
        assert heading(free) == "No. You need no approval under § 50-20 for this."
        assert "10 cu yd" in said(free) and "90 cu yd" in said(free)
        needed = {"town.earth.volume": "40", "town.earth.earlier": "61", "town.earth.site_plan_volume": "0"}
        answer = visitor.get(HERE, **earth, **needed)
        assert heading(answer).startswith("Yes. You need the Building Inspector's approval")
        assert "101 cu yd in 12 months; an approval is needed above 100 cu yd" in said(answer)

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            ("a lot", "“a lot” is not a number. Write it in figures, such as 120."),
            ("-5", "A number below zero cannot be right."),
            ("", "Give an answer, or say that you do not know."),
            ("Infinity", "“Infinity” is not a number."),
            ("9" * 60, f"“{'9' * 40}…” is not a number."),
        ],
    )
    def test_of_answers_are_refused_in_plain_words(self, visitor: Visitor, typed: str, words: str) -> None:
        wrong = visitor.get(HERE, about="earthmoving", asked="town.earth.volume", **{"town.earth.volume": typed})

        assert wrong.status_code == 422 and words in said(wrong)
        assert "I do not know" in said(wrong)

    def test_of_numbers_can_be_left_unknown(self, visitor: Visitor) -> None:
        put = {"about": "earthmoving", "asked": "town.earth.volume", "town.earth.volume": ["", "not-known"]}
        page = follows(visitor, visitor.get(HERE, **put))

        assert "You do not know" in said(page)


class TestAList:
    """Yes/no facts that are put as one question, and measures that stand on one page."""

    CODES = {"of": [UNIFORM, ENERGY], "asked": UNIFORM}
    EARTH = ("town.earth.volume", "town.earth.earlier", "town.earth.site_plan_volume")

    def test_is_one_question(self, visitor: Visitor) -> None:
        page = visitor.get(HERE, **REPAIR)

        assert heading(page) == "Must the work conform to either of these?"
        assert "The Uniform Code: the State's building" in said(page)
        assert "Neither of them" in said(page)

    @pytest.mark.parametrize(
        ("ticked", "link", "words"),
        [
            (["none"], {UNIFORM: "no", ENERGY: "no"}, "Neither of them"),
            ([ENERGY], {UNIFORM: "no", ENERGY: "yes"}, "The Energy Code: insulation"),
            ([UNIFORM, ENERGY], {UNIFORM: "yes", ENERGY: "yes"}, "lighting. Change an answer"),
        ],
    )
    def test_is_answered_by_what_is_ticked(
        self, visitor: Visitor, ticked: list[str], link: dict[str, str], words: str
    ) -> None:
        sent = visitor.get(HERE, **REPAIR, **self.CODES, ticks=ticked)

        assert dict(parse_qsl(urlsplit(sent["Location"]).query)) == {**REPAIR, **link}
        answer = follows(visitor, sent)
        assert heading(answer).startswith("No." if ticked == ["none"] else "Yes.")
        assert words in said(answer)

    def test_shows_what_was_ticked_when_it_is_put_again(self, visitor: Visitor) -> None:
        again = visitor.get(HERE, **REPAIR, **{UNIFORM: "no", ENERGY: "yes"}, at=ENERGY).content.decode()
        none = visitor.get(HERE, **REPAIR, **{UNIFORM: "no", ENERGY: "no"}, at=UNIFORM).content.decode()

        assert f'value="{ENERGY}" id="a2" checked' in again and f'value="{UNIFORM}" id="a1">' in again
        assert 'value="none" id="a3" checked' in none

    @pytest.mark.parametrize(
        ("ticked", "words"),
        [
            ([], "Tick all that fit, or say that none does."),
            (["none", UNIFORM], "You ticked that none fits beside others. Which is right?"),
        ],
    )
    def test_needs_an_answer_and_one_that_agrees(self, visitor: Visitor, ticked: list[str], words: str) -> None:
        wrong = visitor.get(HERE, **REPAIR, **self.CODES, ticks=ticked)

        assert wrong.status_code == 422 and words in said(wrong)
        assert heading(wrong) == "Must the work conform to either of these?"
        assert (f'value="{UNIFORM}" id="a1" checked' in wrong.content.decode()) is bool(ticked)

    def test_is_taken_apart_for_somebody_who_does_not_know_all_of_it(self, visitor: Visitor) -> None:
        sent = visitor.get(HERE, **REPAIR, **self.CODES, ticks="not-known")
        one = visitor.get(HERE, **REPAIR, singly=[UNIFORM, ENERGY])
        other = visitor.get(HERE, **REPAIR, singly=[UNIFORM, ENERGY], asked=UNIFORM, **{UNIFORM: "not-known"})

        assert "singly=work.under_uniform_code" in sent["Location"]
        assert heading(one) == "Must the work conform to the Uniform Code?"
        assert "I do not know" in said(one)
        assert "singly" in other["Location"] and "under_uniform_code=not-known" in other["Location"]

    def test_can_be_answered_in_a_link_that_leaves_one_open(self, visitor: Visitor) -> None:
        """An older link names what is not known beside what is: both stand in the answers."""
        words = said(visitor.get(HERE, **REPAIR, **{UNIFORM: "no", ENERGY: "not-known"}))

        assert "The Energy Code: insulation, windows, heating and cooling, lighting: you do not know" in words
        assert "We cannot say it from these answers alone." in words

    def test_of_measures_has_a_field_for_each(self, visitor: Visitor) -> None:
        page = visitor.get(HERE, about="earthmoving")
        assert heading(page) == "How much soil, rock or other material is moved?"
        assert page.content.decode().count('inputmode="decimal"') == 3

        told = dict(zip(self.EARTH, ("40", "61", "0"), strict=True))
        answer = follows(visitor, visitor.get(HERE, about="earthmoving", of=self.EARTH, asked=self.EARTH[0], **told))
        assert "Will be moved now 40 cu yd; Was moved on the same parcel in the twelve months before 61 cu yd" in said(
            answer
        )

    def test_of_measures_names_each_that_cannot_be_read(self, visitor: Visitor) -> None:
        told = dict(zip(self.EARTH, ("40", "a lot", ""), strict=True))
        wrong = visitor.get(HERE, about="earthmoving", of=self.EARTH, asked=self.EARTH[0], **told)

        words = said(wrong)
        assert wrong.status_code == 422
        assert "Some things need another look" in words
        assert "in the twelve months before: “a lot” is not a number." in words
        assert "the Planning Board has approved: Give an answer" in words
        assert "Will be moved now:" not in words
        apart = visitor.get(HERE, about="earthmoving", of=self.EARTH, asked=self.EARTH[0], ticks="not-known")
        assert apart.status_code == 302


class TestWhereTheOfficeTakesItOnPaper:
    """What has no application here yet: the answer says how to go about it, and what it costs or that we cannot say."""

    def test_an_operating_permit(self, visitor: Visitor) -> None:
        hot = {"about": "activity", "kind": "hot_work", "activity.hot_work": "yes", "building.dwelling_units": "3"}
        words = said(visitor.get(HERE, **hot))

        assert "Yes. You need an operating permit before you begin." in words
        assert "Exceptions Under the authority of a building permit. § 50-10(A)(1)(b)[8]" in words
        assert "Hot Work needs an operating permit. § 50-10(A)(1)(b)[8] No exception covers it." in words
        assert "9999" not in words
        assert "What to bring Activity, materials and quantities are described. § 50-10(B)" in words
        assert "The place is inspected before the permit is issued." in words
        assert "This is done on paper, at the office. Print this answer and bring it with what is listed above" in words
        assert "Start the application" not in words
        assert "About $" in words or "and more" in words

    def test_earthmoving(self, visitor: Visitor) -> None:
        earth = dict(zip(TestAList.EARTH, ("40", "61", "0"), strict=True))
        words = said(visitor.get(HERE, about="earthmoving", **earth))

        assert "What to bring Fill is uncontaminated, with evidence." in words
        assert "This is done on paper, at the office." in words
        assert "The fee schedule names no fee for this that we can work out here. Ask us what is due" in words

    def test_not_what_needs_nothing_or_is_applied_for_here(self, visitor: Visitor) -> None:
        for answer in (visitor.get(HERE, **DECK), visitor.get(HERE, **REPAIR, **{UNIFORM: "no", ENERGY: "no"})):
            assert "This is done on paper" not in said(answer)


READ = [
    (Kind.BOOL, ["yes"], True),
    (Kind.SET, ["none"], frozenset()),
    (Kind.SET, ["heat", "water"], frozenset({"heat", "water"})),
    (Kind.CHOICE, ["heat"], "heat"),
    (Kind.DATE, ["3/2/2026"], date(2026, 3, 2)),
    (Kind.TEXT, [" a barn "], "a barn"),
    (Kind.MONEY, ["$1,290"], Decimal("1290.00")),
    (Kind.INT, ["1,200"], 1200),
    (Kind.NUMBER, ["12.5 ft"], Decimal("12.5")),
]
REFUSED = [
    (Kind.BOOL, ["perhaps"], "Choose one of the answers below."),
    (Kind.SET, ["none", "heat"], "You ticked that none fits beside others. Which is right?"),
    (Kind.SET, ["gas"], "Choose one of the answers below."),
    (Kind.CHOICE, ["gas"], "Choose one of the answers below."),
    (Kind.DATE, ["2/30/2026"], "30"),
    (Kind.MONEY, ["-3"], "An amount below zero cannot be right."),
    (Kind.INT, ["1.5"], "“1.5” is not a whole number. Write it without a fraction."),
]


def fact(kind: Kind) -> LawFact:
    choices = {"heat": "heat", "water": "water"} if kind in (Kind.SET, Kind.CHOICE) else {}
    return LawFact("f", kind, "F", "What?", choices=choices, unit="ft" if kind is Kind.NUMBER else "")


@pytest.mark.parametrize(("kind", "typed", "value"), READ)
def test_an_answer_is_read_and_kept_as_plain_data(kind: Kind, typed: list[str], value: Any) -> None:
    read = enquiries.read_answer(fact(kind), typed)

    assert read == value
    (kept,) = enquiries.as_json({"f": read}).values()
    assert fact(kind).read(kept) == value


@pytest.mark.parametrize(("kind", "typed", "words"), REFUSED)
def test_an_answer_that_cannot_be_read_is_refused_in_plain_words(kind: Kind, typed: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        enquiries.read_answer(fact(kind), typed)


class TestTheAnswer:
    def test_names_its_section_and_its_reason(self, visitor: Visitor) -> None:
        answer = visitor.get(HERE, **DECK)
        words = said(answer)

        assert "must conform to the Uniform Code or the Energy Code has a building permit. § 50-4(A)" in words
        assert "no class of work is exempt" in words
        assert "No work may start until the permit is issued. § 50-4(A)" in words
        assert "/chester/code/?at=CHE-50-4-A-1" in answer.content.decode()

    def test_says_what_to_bring_and_what_the_drawings_show(self, visitor: Visitor) -> None:
        words = said(visitor.get(HERE, **DECK))

        assert "The location of the work is described. The nature of the work is described." in words
        assert "Signed by the owner, or by an agent whom the owner has authorized. § 50-4(D)" in words
        assert "What the drawings show" in words
        assert "Pay the fee" not in words.partition("What to bring")[2].partition("Your answers")[0]

    def test_says_when_we_come_and_how_long_the_permit_lasts(self, visitor: Visitor) -> None:
        words = said(visitor.get(HERE, **DECK))

        assert "When we come to look" in words and "§ 50-5(B)" in words
        assert "Begin within 6 months of its issue. § 50-4(I)" in words
        assert "It is in force for 12 months. § 50-4(I)" in words
        assert "It can be renewed 2 times, 1 year each. § 50-4(I)" in words

    def test_estimates_the_fee_once_it_can(self, visitor: Visitor) -> None:
        before = visitor.get(HERE, **DECK)
        assert "We can estimate it once we know: estimated cost." in said(before)

        after = visitor.get(HERE, **DECK, **{"application.cost": "$18,000"})
        words = said(after)
        assert "About $219.00" in words and "Base fee" in words and "an estimate" in words
        assert hidden(after)["application.cost"] == "18000.00"

    def test_names_an_amount_that_cannot_be_read(self, visitor: Visitor) -> None:
        wrong = visitor.get(HERE, **DECK, **{"application.cost": "a lot"})

        assert wrong.status_code == 422
        assert "“What will the work cost?” “a lot” is not an amount. Write it like 1,290.00." in said(wrong)
        assert visitor.get(HERE, **DECK, **{"application.cost": ""}).status_code == 200

    def test_sets_free_what_no_code_governs_and_says_what_still_binds(self, visitor: Visitor) -> None:
        words = said(visitor.get(HERE, **REPAIR, **{UNIFORM: "no", ENERGY: "no"}))

        assert "No. You need no building permit for this." in words
        assert "Chapter 50 exempts no class of work, however small. § 50-4(B)" in words
        assert "Start the application" not in words and "What to bring" not in words

    def test_is_the_offices_where_the_visitor_does_not_know(self, visitor: Visitor) -> None:
        single = {"singly": [UNIFORM, ENERGY]}
        words = said(visitor.get(HERE, **REPAIR, **single, **{UNIFORM: "no", ENERGY: "not-known"}))

        assert "We cannot say it from these answers alone. Ask us before you start." in words
        assert "It hangs on what you do not know: Work governed by the Energy Code." in words
        assert "You do not know" in words and "Ask the office" in words

    def test_is_certain_where_what_is_not_known_makes_no_difference(self, visitor: Visitor) -> None:
        answer = visitor.get(HERE, **REPAIR, **{UNIFORM: "not-known", ENERGY: "yes"})

        assert heading(answer).startswith("Yes.")

    def test_holds_for_another_use_of_a_building(self, visitor: Visitor) -> None:
        use = {"about": "use"}
        yes = said(visitor.get(HERE, **use, **{"certificate.conversion": "yes"}))
        no = said(visitor.get(HERE, **use, **{"certificate.conversion": "no", "certificate.under_permit": "no"}))

        assert "Yes. You need a certificate before the building is used so." in yes
        assert "A certificate is required for the new use or occupancy class. " in yes and "§ 50-7(A)" in yes
        assert "About $100.00" in yes
        assert "No. You need no other certificate for this." in no

    def test_says_by_which_law_it_holds_and_gives_its_link(self, visitor: Visitor) -> None:
        answer = visitor.get(HERE, **DECK)

        assert "the law in force on Tuesday 17 November 2026" in said(answer)
        assert f"http://testserver/chester{HERE}?about=work&amp;{TYPE}=enlarge" in answer.content.decode()

    def test_records_nothing_and_asks_the_database_little(self, visitor: Visitor) -> None:
        before = Entry.objects.count()
        visitor.get(HERE, **DECK)

        queries = {visitor.counted(f"{HERE}?about=work"), visitor.counted(f"{HERE}?about=work&{TYPE}=repair")}
        assert len(queries) == 1 and queries.pop() <= 12
        assert visitor.counted(f"{HERE}?about=work&{TYPE}=enlarge&application.cost=18000") <= 25
        assert Entry.objects.count() == before
        assert not Draft.objects.exists()


class TestWhatIsWrong:
    @pytest.mark.parametrize("typed", ["juggle", "yes", "ENLARGE"])
    def test_an_answer_that_there_is_not(self, visitor: Visitor, typed: str) -> None:
        answer = visitor.get(HERE, **WORK, **{TYPE: typed})

        assert answer.status_code == 422
        assert heading(answer) == "What do you want to do?"
        assert "Choose one of the answers below." in said(answer)

    def test_a_topic_that_there_is_not(self, visitor: Visitor) -> None:
        answer = visitor.get(HERE, about="flying")

        assert answer.status_code == 422 and heading(answer) == "What is it about?"

    @pytest.mark.parametrize("name", ["permit.status", "no.such.fact", "application.cost", "application.location"])
    def test_an_answer_to_what_is_not_asked(self, visitor: Visitor, name: str) -> None:
        answer = visitor.get(HERE, **REPAIR, **{UNIFORM: "no", ENERGY: "no", name: "12"})

        assert answer.status_code == 422
        assert "an answer to something that is not asked here. It was left out." in said(answer)
        assert name not in hidden(answer)

    def test_an_answer_that_only_the_office_can_record(self, visitor: Visitor) -> None:
        """The citation by which no Code governs a shed is the officer's: a link cannot claim it."""
        answer = visitor.get(HERE, **DECK, **{"work.outside_codes_cite": "because"})

        assert heading(answer).startswith("Yes.")


class TestTheApplicationThatFollows:
    def begun(self, visitor: Visitor, **told: str) -> Draft:
        """An application that is begun from an answer."""
        sent = visitor.post(f"{HERE}apply/", {**WORK, **told})
        assert sent.status_code == 302 and "/apply/" in sent["Location"], said(sent)
        return Draft.objects.get()

    def test_has_the_answers_in_it(self, town: Office, visitor: Visitor) -> None:
        told = {TYPE: "solid fuel", HOME: "yes", "application.cost": "4500.00"}
        draft = self.begun(visitor, **told)

        assert draft.kind == "building"
        assert application.facts(draft, clock.today())[HOME] is True
        work = visitor.reads(draft, "work")
        assert 'value="solid fuel" id="id_work_types_8" checked' in work.content.decode() or "checked" in said(work)
        assert "4500.00" in work.content.decode()
        assert "Fee: $150.00" in said(work)

    def test_is_sent_with_what_was_told_before_it(self, town: Office, visitor: Visitor) -> None:
        draft = self.begun(visitor, **{TYPE: "solid fuel", HOME: "yes"})
        visitor.step(draft, "place", {"add": str(town.parcel.pk)})
        visitor.step(draft, "work", {"nature": "Wood stove", "work_types": "solid fuel", "cost": "4500"})
        visitor.step(draft, "people", {"you_are": "owner", "you-count": "1", "you-0-name": "Dara Ortiz"})
        permit = visitor.signs(draft)

        assert permit.answers[HOME] is True
        assert permit.work_types == ["solid fuel"]

    def test_is_changed_by_what_is_written_in_it(self, town: Office, visitor: Visitor) -> None:
        draft = self.begun(visitor, **{TYPE: "solid fuel", HOME: "yes", "application.cost": "4500"})
        visitor.step(draft, "work", {"nature": "A deck instead", "work_types": "enlarge"})

        told = application.facts(draft, clock.today())
        assert told[TYPE] == "enlarge"
        assert "application.cost" not in told, "emptied in the application, and so no longer known"
        assert steps.begins_with("work", draft, clock.today())["work_types"] == ["enlarge"]

    def test_leaves_what_is_the_offices_to_say_behind(self, visitor: Visitor) -> None:
        draft = self.begun(visitor, **{TYPE: "repair", UNIFORM: "yes"})

        assert application.carried(draft) == {TYPE: "repair"}

    def test_begins_only_where_one_follows(self, visitor: Visitor) -> None:
        free = visitor.post(f"{HERE}apply/", {**REPAIR, UNIFORM: "no", ENERGY: "no"})
        open_ = visitor.post(f"{HERE}apply/", REPAIR)
        tampered = visitor.post(f"{HERE}apply/", {**DECK, "permit.status": "in force"})
        nothing = visitor.post(f"{HERE}apply/", {})

        assert free["Location"].startswith(f"/chester{HERE}?about=work")
        assert {open_["Location"], nothing["Location"]} == {f"/chester{HERE}"}
        assert "permit.status" not in tampered["Location"]
        assert visitor.get(f"{HERE}apply/").status_code == 405
        assert not Draft.objects.exists()

    def test_is_not_begun_again_and_again(self, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.AN_HOUR, "draft", 1)
        self.begun(visitor, **{TYPE: "enlarge"})

        assert visitor.post(f"{HERE}apply/", DECK).status_code == 429
