"""Amendments of the law by the office's own board: drafted, rehearsed, enacted over the pack, kept through releases."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django_tasks_db.models import DBTaskResult

from tests.office.factories import CHECK, Office, do, on_the_day
from townwright.law.layers import PackError
from townwright.law.packs import Pack
from townwright.office import laws
from townwright.office.cases import adopting, amending, rehearsals
from townwright.office.cases.models import SetDate
from townwright.office.laws import rehearsing
from townwright.office.laws.models import Amendment, InForce
from townwright.office.permits.models import Permit
from townwright.office.register.actors import Actor
from townwright.office.register.acts import ask, perform
from townwright.office.register.errors import InputError, NotAllowed, Refused
from townwright.office.register.models import Entry

TODAY = "2026-11-17"
LIFE = "permits.default.life"
EIGHTEEN = "{months: 18, rolls: false, remind: [60]}"
DRAFT = {"place": LIFE, "value": EIGHTEEN, "begins": "2027-01-01", "cite": "§ 50-4(I)"}
ENACTED = {"local_law": "L.L. No. 3-2026", "filed_on": "2026-11-16"}

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]


def drafted(town: Office, **given: Any) -> Amendment:
    """A draft of the administrator."""
    outcome = do("amendment.draft", None, TODAY, town.staff.administrator, **{**DRAFT, **given})
    return Amendment.objects.get(pk=outcome.subject_id)


def rehearsed(town: Office, when: str = TODAY, day: str | None = None, **given: Any) -> Amendment:
    """A draft that was held against the records."""
    row = drafted(town, **given)
    do("amendment.rehearse", row, when, town.staff.administrator, day=day)
    row.refresh_from_db()
    return row


def enacted(town: Office, when: str = TODAY, **given: Any) -> Amendment:
    """An amendment that is law."""
    row = drafted(town, **given)
    do("law.enact", row, when, town.staff.administrator, **ENACTED)
    row.refresh_from_db()
    return row


def counts(row: Amendment, question: str) -> dict[str, int]:
    """The figures of a rehearsal to one question, in words."""
    return {
        " on ".join(filter(None, (figure["says"], figure["as_of"]))): figure["count"]
        for figure in row.figures
        if figure["question"] == question
    }


def numbers(row: Amendment, words: str) -> list[str]:
    """The permits behind the figure that says so."""
    key = next(figure["rows"] for figure in row.figures if words in figure["says"] and figure["rows"])
    rows = rehearsing.rows_of(row, key)
    assert rows is not None
    return sorted(permit.number for permit in rows)


# -- from a draft to law ---------------------------------------------------------------------------------------------


def test_a_draft_is_no_law(town: Office) -> None:
    before = laws.pack()
    row = drafted(town)
    assert (row.state, row.value["months"], laws.pack().hash) == ("drafted", 18, before.hash)
    do("amendment.change", row, TODAY, town.staff.officer, **{**DRAFT, "begins": "2027-02-01"})
    row.refresh_from_db()
    assert row.begins == date(2027, 2, 1)
    do("amendment.withdraw", row, TODAY, town.staff.officer, why_not="The board tabled it")
    row.refresh_from_db()
    assert (row.state, laws.pack().hash) == ("withdrawn", before.hash)
    with pytest.raises(Refused) as error:
        do("law.enact", row, TODAY, town.staff.administrator, **ENACTED)
    assert "It is withdrawn" in str([finding.why for finding in error.value.decision.findings])


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"place": "permits.default.lief"}, "value", "no key is called lief"),
        ({"place": "nowhere"}, "place", "the pack has nothing at nowhere"),
        ({"value": "{months: 18"}, "value", "Line 2 cannot be read"),
        ({"value": "{months: 12, rolls: false, remind: [60, 30, 7]}", "begins": "2024-04-10"}, "begins", "have passed"),
        ({"begins": "2026-11-16"}, "begins", "Law is not made for days that have passed"),
        ({"carries": ["chapter fifty"]}, "carries", "A provision has an id"),
        ({"carries": ["CHE-99-9"]}, "value", "no provision is called CHE-99-9"),
    ],
)
def test_a_draft_that_cannot_be_law_is_refused_at_its_field(town: Office, given: Any, field: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        drafted(town, **given)
    assert says in error.value.errors[field]
    assert not Amendment.objects.exists()


def test_what_is_the_law_already_is_no_change(town: Office) -> None:
    enacted(town)
    with pytest.raises(InputError, match="That is the law already"):
        drafted(town)


@pytest.mark.parametrize("who", ["clerk", "inspector"])
def test_only_administrators_and_officers_change_the_law(town: Office, who: str) -> None:
    actor: Actor = getattr(town.staff, who)
    row = drafted(town)
    for name, given in (("amendment.draft", DRAFT), ("law.enact", ENACTED), ("amendment.rehearse", {})):
        with pytest.raises(NotAllowed):
            do(name, None if name == "amendment.draft" else row, TODAY, actor, **given)


def test_an_enacted_amendment_is_law_from_its_day_and_the_pack_is_not_touched(town: Office) -> None:
    before, shipped = laws.pack(date(2026, 11, 17)), laws.shipped("chester")
    row = enacted(town)
    assert (row.state, row.enacted_by, row.seq) == ("enacted", "L.L. No. 3-2026", 1)
    after = laws.pack(date(2026, 11, 17))
    assert after.hash != before.hash and laws.shipped("chester").hash == shipped.hash
    entry = after.permits.default.life
    assert entry is not None
    assert [(one.since, one.enacted_by) for one in entry.root] == [
        (date(2024, 4, 10), "L.L. No. 4-2024"), (date(2027, 1, 1), "L.L. No. 3-2026"),
    ]  # fmt: skip
    assert laws.kept(before.hash).hash == before.hash
    assert adopting.waiting() is None
    with pytest.raises(Refused):
        do("amendment.change", row, TODAY, town.staff.officer, **DRAFT)


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"begins": "2026-11-16"}, "begins", "Law is not made for days that have passed"),
        ({"filed_on": "2026-11-18"}, "filed_on", "has not come yet"),
        ({"begins": "2026-11-17", "filed_on": "2026-11-17"}, "", ""),
    ],
)
def test_it_counts_from_its_filing_at_the_earliest(town: Office, given: Any, field: str, says: str) -> None:
    row = drafted(town)
    if not says:
        do("law.enact", row, TODAY, town.staff.administrator, **{**ENACTED, **given})
        return
    with pytest.raises(InputError) as error:
        do("law.enact", row, TODAY, town.staff.administrator, **{**ENACTED, **given})
    assert says in error.value.errors[field]


def test_a_vote_that_is_entered_late_makes_no_law_for_the_days_between(town: Office) -> None:
    """Given a law voted on 11-02 for 11-10, when it is entered on 11-17 as of the vote, then it is refused."""
    row = drafted(town)
    late = {"on": "2026-11-02", "late_reason": "Found in the clerk's file", "begins": "2026-11-10"}
    with pytest.raises(InputError, match="Law is not made for days that have passed"):
        do("law.enact", row, TODAY, town.staff.administrator, local_law="L.L. No. 3-2026", **late)


def test_what_nobody_has_rehearsed_is_warned_of(town: Office) -> None:
    given = {"actor": town.staff.administrator, "subject_id": drafted(town).pk}
    with on_the_day(TODAY):
        asked = ask("law.enact", {"local_law": "L.L. No. 3-2026"}, **given).decision
        warned = [one.says for one in asked.findings if one.outcome == "warning"]
        assert asked.allowed and warned == ["It was rehearsed on the office's records"]
        perform("amendment.rehearse", {}, **given)
        assert not ask("law.enact", {"local_law": "L.L. No. 3-2026"}, **given).decision.findings


def test_of_two_amendments_for_one_day_the_second_is_refused(town: Office) -> None:
    other = drafted(town, value="{months: 24, rolls: false}")
    enacted(town)
    with pytest.raises(InputError, match="another rule from Fri 1 January 2027 already by L.L. No. 3-2026"):
        do("law.enact", other, TODAY, town.staff.administrator, local_law="L.L. No. 4-2026")
    assert InForce.objects.count() == 2


def test_what_was_enacted_meanwhile_is_not_enacted_again(town: Office) -> None:
    same = drafted(town)
    enacted(town)
    with pytest.raises(InputError, match="There is nothing to enact"):
        do("law.enact", same, TODAY, town.staff.administrator, local_law="L.L. No. 4-2026")


# -- and a new release of the program --------------------------------------------------------------------------------


def release(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> Pack:
    """A release whose pack differs."""
    base = laws.shipped("chester")
    other = Pack.from_json(json.dumps({**json.loads(base.to_json()), **changed}))
    monkeypatch.setattr(laws, "shipped", lambda name: other)
    return other


def test_a_changed_pack_is_adopted_with_the_amendments_over_it(town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    enacted(town)
    other = release(monkeypatch, title="Chapter 50, as amended")
    waiting = adopting.waiting()
    assert waiting is not None and waiting.hash != other.hash
    do("law.adopt", None, TODAY, town.staff.administrator, hash=waiting.hash, why="A release")
    life = laws.pack(date(2026, 11, 17)).permits.default.life
    assert life is not None and life.root[-1].enacted_by == "L.L. No. 3-2026"
    assert laws.pack(date(2026, 11, 17)).title == "Chapter 50, as amended"
    assert adopting.waiting() is None


def test_a_pack_that_says_otherwise_on_that_day_cannot_be_adopted(
    town: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    enacted(town)
    plain = json.loads(laws.pack(date(2026, 11, 17)).to_json())
    plain["permits"]["default"]["life"][-1]["value"] = {"months": 24, "rolls": False}
    release(monkeypatch, permits=plain["permits"])
    with pytest.raises(PackError, match="another rule from Fri 1 January 2027"):
        adopting.waiting()
    with pytest.raises(InputError, match="another rule from Fri 1 January 2027"):
        do("law.adopt", None, TODAY, town.staff.administrator, hash="0" * 64, why="A release")


def test_a_pack_that_waits_for_its_day_gets_the_amendment_too(town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a pack adopted for 2027-03-01, when an amendment is enacted, then it stands before and after that day."""
    other = release(monkeypatch, title="Chapter 50, of 2027")
    given = {"hash": other.hash, "begins": "2027-03-01", "why": "A release"}
    do("law.adopt", None, TODAY, town.staff.administrator, **given)
    enacted(town)
    found = {day: laws.pack(date.fromisoformat(day)) for day in ("2026-11-17", "2027-02-28", "2027-03-01")}
    assert [pack.title == "Chapter 50, of 2027" for pack in found.values()] == [False, False, True]
    for pack in found.values():
        assert pack.permits.default.life is not None
        assert pack.permits.default.life.root[-1].enacted_by == "L.L. No. 3-2026"


# -- what was issued -------------------------------------------------------------------------------------------------


def test_what_was_issued_keeps_its_dates(town: Office, site_inspected: None) -> None:
    permit = town.issued("2026-06-01")
    enacted(town)
    permit.refresh_from_db()
    assert permit.last_day == date(2027, 6, 1)


def test_an_amendment_that_reaches_what_was_issued_sets_its_dates_again(town: Office, site_inspected: None) -> None:
    """Given a permit of 2026-06-01 and one that ran out, when eighteen months reach issued permits from 2027-01-01."""
    permit, over = town.issued("2026-06-01"), town.issued("2025-06-02")
    town.do("permit.commence", permit, "2026-07-01", began_on="2026-07-01", evidence="inspection")
    begin = permit.commence_by
    row = enacted(town, value="{months: 18, rolls: false, issued_too: true}")
    permit.refresh_from_db()
    over.refresh_from_db()
    assert (permit.last_day, over.last_day) == (date(2027, 12, 1), date(2026, 6, 2))
    assert permit.commence_by == begin
    kept = SetDate.objects.filter(case=permit.case, kind="permit.life").order_by("entry_seq")
    assert [(one.replaced, one.act_by) for one in kept] == [(True, date(2027, 6, 1)), (False, date(2027, 12, 1))]
    assert kept[1].begins == row.begins
    assert Permit.objects.with_status(date(2027, 12, 1)).get(pk=permit.pk).status == "in force"  # type: ignore[attr-defined]


# -- the rehearsal ---------------------------------------------------------------------------------------------------


def test_two_questions_are_kept_apart(town: Office, site_inspected: None) -> None:
    """Given permits that ran out, run on, and could not begin, when eighteen months are rehearsed as of 2027-07-01."""
    begun = {"evidence": "inspection"}
    over, runs, never = town.issued("2025-09-01"), town.issued("2026-06-01"), town.issued("2025-08-04")
    town.do("permit.commence", over, "2025-10-01", began_on="2025-10-01", **begun)
    town.do("permit.commence", runs, "2026-07-01", began_on="2026-07-01", **begun)
    row = rehearsed(town, day="2027-07-01")
    always = counts(row, "always")
    assert always["Permits not ended for good whose last day would be later"] == 3
    assert always["Expired by the law now, would be in force on 2026-11-17"] == 1
    assert always["Expired by the law now, would be in force on 2027-07-01"] == 1
    assert numbers(row, "Expired by the law now, would be in force") == [over.number]
    then = counts(row, "then")
    assert then["Issued permits whose dates change"] == 0
    assert then["Permits that will be something else than they are on 2027-07-01"] == 0
    assert {"Permits issued in the last twelve months: about so many a year it is for": 1}.items() <= then.items()
    assert never.number in numbers(row, "whose last day would be later")
    assert InForce.objects.count() == 1


def test_only_permits_whose_end_has_not_come_are_reached(town: Office, site_inspected: None) -> None:
    over, runs = town.issued("2025-09-01"), town.issued("2026-06-01")
    for permit in (over, runs):
        town.do("permit.commence", permit, "2026-11-16", began_on=permit.issued_on, evidence="inspection")
    row = rehearsed(town, day="2027-07-01", value="{months: 18, rolls: false, issued_too: true}")
    then = counts(row, "then")
    assert then["Permits not ended for good whose last day will be later"] == 1
    assert then["Expired by the law now, will be in force on 2027-07-01"] == 1
    assert numbers(row, "Expired by the law now, will be in force") == [runs.number]


def test_applications_under_way_are_counted(town: Office) -> None:
    permit = town.submitted("2026-11-10")
    row = rehearsed(town)
    found = counts(row, "then")
    assert found["Applications under way: issued from Fri 1 January 2027 on, they live by the changed rule"] == 1
    assert numbers(row, "Applications under way") == [permit.number]


def test_a_new_requirement_is_held_against_applications_and_against_what_was_issued(
    town: Office, site_inspected: None
) -> None:
    town.issued("2026-06-01")
    permit = town.submitted("2026-11-10")
    new = "{says: A cost above, need: {at_least: {fact: application.cost, limit: '20000.00'}}, cite: '§ 50-4(C)'}"
    row = rehearsed(town, place="gates.permit.issue.requirements.town.cost", value=new)
    assert counts(row, "then")["May the permit issue? Applications under way: will be stopped by it"] == 1
    assert numbers(row, "Applications under way: will be stopped by it") == [permit.number]
    title = "May the permit issue? Permits issued in the last twelve months"
    assert counts(row, "always")[f"{title}: would have been stopped by it"] == 1


def test_a_rehearsal_again_replaces_the_one_before(town: Office, site_inspected: None) -> None:
    town.issued("2026-06-01")
    row = rehearsed(town)
    do("amendment.change", row, TODAY, town.staff.officer, **{**DRAFT, "value": "{months: 6, rolls: false}"})
    row.refresh_from_db()
    assert (row.state, row.figures) == ("drafted", [])
    do("amendment.rehearse", row, TODAY, town.staff.officer)
    row.refresh_from_db()
    assert counts(row, "always")["Permits not ended for good whose last day would be earlier"] == 1
    assert row.terms.count() == 1
    assert rehearsing.rows_of(row, "permits.term.nothing") is None


def many(town: Office, monkeypatch: pytest.MonkeyPatch) -> Amendment:
    """A requirement rehearsed in an office in which one case is looked at at once, and three wait."""
    monkeypatch.setattr(rehearsing, "MOST", 1)
    for _ in range(3):
        town.submitted("2026-11-10")
    new = "{says: A cost above, need: {at_least: {fact: application.cost, limit: '20000.00'}}, cite: '§ 50-4(C)'}"
    return rehearsed(town, place="gates.permit.issue.requirements.town.cost", value=new)


STOPPED = "May the permit issue? Applications under way: will be stopped by it"


def test_what_was_not_looked_at_is_said_with_its_number(town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given three applications of which one is looked at at once, then the figure says so, and how many were left."""
    row = many(town, monkeypatch)

    figure = next(one for one in row.figures if one["says"] == STOPPED)
    assert (figure["count"], figure["left"]) == (1, 2)
    assert figure["note"] == "Only the first 1 of 3 were looked at, by the facts of today."
    assert rehearsals.left(row) == 2


def test_the_rest_is_looked_at_in_the_background_as_who_asked_for_it(
    town: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = many(town, monkeypatch)
    with on_the_day(TODAY):
        rehearsals.ask(row, town.staff.officer)
        rehearsals.ask(row, town.staff.officer)
        assert rehearsals.how_far(row) == (0, 0)
        (task,) = DBTaskResult.objects.all()
        rehearsals.whole.func(*task.args_kwargs["args"])

    row.refresh_from_db()
    figure = next(one for one in row.figures if one["says"] == STOPPED)
    assert (figure["count"], figure["left"], rehearsals.left(row)) == (3, 0, 0)
    assert figure["note"] == "Of 3 looked at, by the facts of today."
    assert len(numbers(row, "Applications under way: will be stopped by it")) == 3
    assert (rehearsals.how_far(row), row.trouble) == (None, "")
    assert Entry.objects.filter(act="amendment.rehearse").latest("seq").actor_name == town.staff.officer.name


def test_how_many_cases_are_done_is_told(town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    row = many(town, monkeypatch)
    monkeypatch.setattr(rehearsing, "TOLD_EVERY", 1)
    told: list[tuple[int, int]] = []
    with on_the_day(TODAY):
        amending.rehearse_whole(row, None, actor=town.staff.officer, tell=lambda done, of: told.append((done, of)))

    assert told[-1] == (3, 3) and told[0] == (1, 3)


def test_a_draft_that_was_changed_meanwhile_keeps_none_of_it(town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a draft that is changed while its cases are looked at, then nothing is kept, and the page can say why."""
    row = many(town, monkeypatch)
    other = {**DRAFT, "place": row.place, "value": "{says: Other, need: {known: application.cost}}"}
    ahead = rehearsing.look_ahead

    def changed(rehearsal: Any, tell: Any) -> None:
        ahead(rehearsal, tell)
        do("amendment.change", Amendment.objects.get(pk=row.pk), TODAY, town.staff.officer, **other)

    monkeypatch.setattr(rehearsing, "look_ahead", changed)
    with on_the_day(TODAY):
        rehearsals.whole.func(str(row.pk), str(town.staff.officer.id), "")

    row.refresh_from_db()
    assert row.figures == []
    assert "The draft or the law was changed meanwhile. Rehearse it again." in row.trouble


def test_a_change_that_the_law_no_longer_takes_says_so(town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given two drafts for one day, when one is enacted, then the other cannot be looked at any more."""
    other = drafted(town, value="{months: 24, rolls: false}")
    enacted(town)
    with on_the_day(TODAY), pytest.raises(InputError, match="another rule from"):
        amending.rehearse_whole(other, None, actor=town.staff.officer, tell=lambda done, of: None)


# -- renewed permits -------------------------------------------------------------------------------------------------


def renewed(town: Office, issued: str, applied: str, approved: str) -> Permit:
    """A permit on which work began at once, renewed once it had lapsed."""
    permit = town.issued(issued)
    town.do("permit.commence", permit, issued, began_on=issued, evidence="inspection")
    town.do("permit.apply_renewal", permit, applied, town.staff.clerk, payment=CHECK)
    town.do("permit.renew", permit, approved)
    return permit


def test_a_renewed_permit_is_worked_out_from_its_renewal(town: Office, site_inspected: None) -> None:
    """Given permits of a year, renewed for a year on the day after, when eleven months are rehearsed, then both ends
    move: the renewal runs from the end of the shorter term.
    """
    permit = renewed(town, "2025-06-02", "2026-06-04", "2026-06-09")
    assert permit.last_day == date(2027, 6, 2)

    row = rehearsed(town, value="{months: 11, rolls: false}", day="2027-05-20")

    always = counts(row, "always")
    assert always["Renewed permits not ended for good whose last day would be earlier"] == 1
    assert always["Renewed permits: in force by the law now, would be expired on 2027-05-20"] == 1
    assert always["Renewed permits that would be something else than they are on 2026-11-17"] == 0
    assert always["Renewed permits not ended for good that keep their dates"] == 0
    (found,) = of_renewed(row, "would be expired")
    assert (found.number, found.new_last) == (permit.number, date(2027, 5, 2))
    assert [one.number for one in of_renewed(row, "would be earlier")] == [permit.number]
    assert counts(row, "then")["Renewed permits whose dates change"] == 0


def test_a_renewal_that_would_not_have_been_needed_counts_as_not_given(town: Office, site_inspected: None) -> None:
    """Given a permit renewed after a year, when eighteen months are rehearsed, then it would have been in force on the
    day of its renewal, and ends eighteen months after its issue.
    """
    permit = renewed(town, "2025-06-02", "2026-06-04", "2026-06-09")

    row = rehearsed(town, day="2027-01-04")

    (found,) = of_renewed(row, "would be expired")
    assert (found.number, found.new_last) == (permit.number, date(2026, 12, 2))


def test_a_renewed_permit_whose_end_was_put_by_hand_keeps_it(town: Office, site_inspected: None) -> None:
    permit = renewed(town, "2025-06-02", "2026-06-04", "2026-06-09")
    Permit.objects.filter(pk=permit.pk).update(last_day=date(2028, 1, 1))

    always = counts(rehearsed(town), "always")

    assert always["Renewed permits not ended for good that keep their dates"] == 1
    assert "Renewed permits not ended for good whose last day would be earlier" not in always


RENEWAL = {"place": "permits.default.renewal", "cite": "§ 50-4(I)"}


def test_a_longer_renewal_moves_the_end_of_what_was_renewed(town: Office, site_inspected: None) -> None:
    """Given a renewal of a year, when one of two is rehearsed, then the permit would end a year later."""
    permit, plain = renewed(town, "2025-06-02", "2026-06-04", "2026-06-09"), town.issued("2026-06-01")

    row = rehearsed(town, **RENEWAL, value="{most: 2, length: {years: 2}}")

    always = counts(row, "always")
    assert always["Renewed permits not ended for good whose last day would be later"] == 1
    (found,) = of_renewed(row, "would be later")
    assert (found.number, found.new_last) == (permit.number, date(2028, 6, 2))
    then = counts(row, "then")
    assert then["Renewals of the last twelve months: about so many a year it is for"] == 1
    assert then["Applications to renew under way"] == 0
    assert not any("renewed no more" in says for says in then), "it is still two renewals"
    assert plain.last_day == date(2027, 6, 1)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("{most: 1, length: {years: 1}}", "that can be renewed no more then"),
        ("", "that can be renewed no more then"),
        ("{most: null, length: {years: 1}}", "that can be renewed then, which they cannot now"),
    ],
)
def test_how_often_permits_can_be_renewed_is_told(town: Office, site_inspected: None, value: str, says: str) -> None:
    """Given a permit renewed once and one that waits for its renewal, when another number of renewals is rehearsed."""
    once, waits = renewed(town, "2025-06-02", "2026-06-04", "2026-06-09"), town.issued("2025-11-03")
    town.do("permit.commence", waits, "2025-11-03", began_on="2025-11-03", evidence="inspection")
    town.do("permit.apply_renewal", waits, "2026-11-05", town.staff.clerk, payment=CHECK)

    row = rehearsed(town, **RENEWAL, value=value)

    then = counts(row, "then")
    stopped = {"{most: 1, length: {years: 1}}": [once], "": [once, waits]}.get(value, [])
    assert then[f"Permits not ended for good {says}"] == len(stopped)
    assert then["Applications to renew under way"] == 1
    assert numbers(row, "Applications to renew") == [waits.number]
    if stopped:
        assert numbers(row, "renewed no more") == sorted(one.number for one in stopped)


def of_renewed(row: Amendment, words: str) -> list[Any]:
    """The renewed permits behind the figure that says so, with the dates that they would have."""
    figures = (figure for figure in row.figures if figure["says"].startswith("Renewed permits"))
    key = next(figure["rows"] for figure in figures if words in figure["says"] and figure["rows"])
    return list(rehearsing.rows_of(row, key) or ())
