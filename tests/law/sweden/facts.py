"""Factories of facts: a thing of which everything is in order, and what a test changes about it.

Changes are keyword arguments named like the fact, two underscores standing for a dot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from townwright.law.calendar import Calendar
from townwright.law.dated import Dated, Series
from townwright.law.fees import Fee, FeeSchedule, compute, schedule_on
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.orders import Attempt, OrderKind, Party, Service, service
from townwright.law.packs import Pack
from townwright.law.predicates import Asked
from townwright.law.surcharges import LateAccount, late_account
from townwright.law.vacancy import RegistrationRule

Facts = dict[str, Any]

day = date.fromisoformat

OFFICER = {"actor.offices": {"officer"}, "actor.role": "officer"}
INSPECTOR = {"actor.offices": {"inspector"}, "actor.role": "inspector"}
NOBODY: Facts = {"actor.offices": set(), "actor.role": "officer"}


def named(changes: Mapping[str, Any]) -> Facts:
    """Keyword arguments as names of facts."""
    return {name.replace("__", "."): value for name, value in changes.items()}


def without(facts: Mapping[str, Any], *names: str) -> Facts:
    """The facts, without some that nobody has told."""
    assert set(names) <= set(facts)
    return {name: value for name, value in facts.items() if name not in names}


# -- things in order -----------------------------------------------------------------------------------------------


def registration(**changes: Any) -> Facts:
    """A complete registration by one owner who lives in Brockport, to remain vacant."""
    return {
        "registration.form": "town form",
        "registration.description": "Frame house with a barn",
        "registration.area": "1800",
        "registration.storeys": "1.5",
        "registration.year_built": 1898,
        "vacancy.last_use": "one-family dwelling",
        "registration.owners_incomplete": set(),
        "registration.owners_missing": set(),
        "registration.officers_missing": set(),
        "registration.owner_addresses": {"12 Park Avenue, Brockport NY 14420"},
        "registration.owner_near": True,
        "registration.no_lienholders": True,
        "registration.no_interests": True,
        "registration.interests_incomplete": set(),
        "registration.interest_addresses": set(),
        "registration.responsible": "Ada Dunn",
        "registration.responsible_address": "12 Park Avenue, Brockport NY 14420",
        "registration.responsible_telephone": "(585) 555-0102",
        "registration.responsible_at_all_times": True,
        "plan.kinds": {"vacant"},
        **named(changes),
    }


def with_manager(**changes: Any) -> Facts:
    """A complete registration by an owner in Florida, with a manager in Albion."""
    return registration(
        registration__owner_addresses={"5 Palm Drive, Naples FL 34102"},
        registration__owner_near=False,
        registration__manager="Max Bell",
        registration__manager_near=True,
        registration__manager_address="7 Main Street, Albion NY 14411",
    ) | named(changes)


def request(**changes: Any) -> Facts:
    """A complete request of 2025-02-10 to be exempt after the fire of 2025-02-01."""
    return {
        "exemption.cause": "fire",
        "exemption.event_on": day("2025-02-01"),
        "exemption.requested_on": day("2025-02-10"),
        "exemption.in_writing": True,
        "exemption.by_owner": True,
        "exemption.description": "Two-storey house",
        "exemption.reason": "Fire of 1 February 2025",
        "exemption.owner": "Ada Dunn",
        "exemption.owner_address": "12 Park Avenue, Brockport NY 14420",
        "exemption.intent": "repair",
        **named(changes),
    }


def standards(pack: Pack, **changes: Any) -> Facts:
    """An inspection of 1,800 square feet of dwelling in which every standard is met."""
    return {
        **INSPECTOR,
        **{f"standard.{line.key}": "met" for line in pack.checklists["standards"].lines},
        "vacancy.last_use": "one-family dwelling",
        "vacancy.plan_kind": "none",
        "access.floors_without": set(),
        "access.refused": False,
        "inspection.authority": "consent",
        "inspection.inside": True,
        **named(changes),
    }


def not_met(pack: Pack, line: str, note: str, **changes: Any) -> Facts:
    """An inspection in which one standard is not met."""
    return standards(pack, **changes) | {f"standard.{line}": "not met", f"standard.{line}.note": note}


# -- asking the law ------------------------------------------------------------------------------------------------


def decide(pack: Pack, gate: str, facts: Mapping[str, Any], on: str) -> Decision:
    """What a gate says on a day."""
    return pack.gate(gate).decide(facts, day(on))


def the_one_in_the_way(decision: Decision) -> Finding:
    """The only finding that shuts the act."""
    assert not decision.allowed
    (finding,) = decision.standing_in_the_way
    return finding


def finding_of(decision: Decision, key: str) -> Finding:
    """A finding by its key, among those not asked too."""
    return next(f for f in (*decision.findings, *decision.not_asked) if f.key == key)


def keys(findings: Iterable[Finding]) -> set[str]:
    """The keys of findings."""
    return {finding.key for finding in findings}


def open_(decision: Decision) -> bool:
    """Whether the act is open."""
    return decision.allowed


def lines(pack: Pack, facts: Mapping[str, Any], on: str) -> list[tuple[str, str]]:
    """The lines that the notice would have: each standard that is not met, by what was noted and its section."""
    decision = decide(pack, "vacancy.standards", facts, on)
    assert not decision.of(Outcome.UNKNOWN)
    return [(f.why, f.cite) for f in decision.of(Outcome.UNMET)]


def rule(pack: Pack) -> Dated[RegistrationRule]:
    """The rule of registration."""
    assert pack.vacancy.registration is not None
    found = pack.vacancy.registration.on(day("2025-01-01"))
    assert found is not None
    return found


def kind(pack: Pack, name: str) -> Dated[OrderKind]:
    """A paper of the chapter."""
    found = pack.orders.kinds[name].on(day("2025-01-01"))
    assert found is not None
    return found


OWNER = Party("ames", "Ames", frozenset({"owner"}))
MANAGER = Party("cole", "Cole", frozenset({"property_manager"}))
OCCUPANT = Party("dunn", "Dunn", frozenset({"occupant"}))


def by_hand(party: Party, on: str) -> Attempt:
    """Delivered by hand, with its proof."""
    return Attempt(party.key, "personal", {"handed": day(on)}, {"handed": {"to": party.name, "by": "the officer"}})


def by_mail(party: Party, on: str) -> Attempt:
    """Mailed by first-class mail, with its affidavit."""
    return Attempt(party.key, "first-class mail", {"mailed": day(on)}, {"mailed": {"affidavit": "sworn"}})


def served(pack: Pack, parties: Iterable[Party], attempts: Iterable[Attempt], calendar: Calendar, on: str) -> Service:
    """How the service of a notice to register stands on a day."""
    attempts = list(attempts)
    dated = min(step for attempt in attempts for step in attempt.steps.values())
    return service(kind(pack, "notice_to_register"), dated, parties, attempts, on=day(on), calendar=calendar)


# -- money ---------------------------------------------------------------------------------------------------------

#: The sample schedule of the scenarios: test data, no board has set it.
SAMPLE = FeeSchedule.model_validate(
    {
        "name": "Sample",
        "resolution": "1-2024",
        "adopted": "2024-01-01",
        "begins": "2024-01-01",
        "lines": [
            {
                "code": "registration",
                "title": "Vacant building registration",
                "action": "vacancy.register",
                "parts": [{"kind": "flat", "amount": "250.00"}],
            },
            {
                "code": "annual",
                "title": "Annual vacant building fee",
                "action": "vacancy.annual",
                "parts": [
                    {
                        "kind": "bands",
                        "fact": "vacancy.years",
                        "bands": [
                            {"up_to": "1", "amount": "500.00"},
                            {"up_to": "2", "amount": "750.00"},
                            {"up_to": "3", "amount": "1000.00"},
                            {"amount": "1500.00"},
                        ],
                    }
                ],
            },
            {
                "code": "late",
                "title": "Failure to register",
                "action": "vacancy.late",
                "parts": [{"kind": "flat", "amount": "300.00"}],
            },
            {
                "code": "returned",
                "title": "Returned check",
                "action": "payment.returned",
                "parts": [{"kind": "flat", "amount": "20.00"}],
            },
        ],
    }
)


def fee(pack: Pack, code: str, on: str, schedules: Iterable[FeeSchedule] = (SAMPLE,), **facts: Any) -> Fee:
    """What a line of the schedule in force on a day comes to."""
    schedule = schedule_on(schedules, day(on))
    assert schedule is not None
    asked = Asked(named(facts), day(on), pack.catalogue, pack.calendar())
    return compute(schedule, code, asked)


def cite_of_action(pack: Pack, key: str) -> str:
    """The section under which an action is charged."""
    return next(action.cite for action in pack.fees_rules.actions if action.key == key)


def account(
    pack: Pack,
    principal: str,
    invoiced: str,
    on: str,
    calendar: Calendar,
    *,
    demanded: str | None = None,
    payments: Iterable[tuple[str, str]] = (),
    returned: Iterable[tuple[str, str, str]] = (),
) -> LateAccount:
    """An invoice on a day with its late charges, and with the processing fee for each check that was returned."""
    assert pack.surcharges.late is not None
    late = pack.surcharges.late.on(day(invoiced))
    processing = fee(pack, "returned", on).amount
    assert late is not None
    assert processing is not None
    bounced = [(day(received), Decimal(amount), day(back)) for received, amount, back in returned]
    return late_account(
        late,
        Decimal(principal),
        invoiced=day(invoiced),
        demanded=day(demanded) if demanded else None,
        payments=[(day(paid), Decimal(amount)) for paid, amount in payments],
        returned=bounced,
        fees=[(back, processing) for _, _, back in bounced],
        on=day(on),
        calendar=calendar,
    )


def in_force(series: Series[Any] | None, on: str = "2025-01-01") -> Dated[Any]:
    """The rule of a series on a day."""
    assert series is not None
    found = series.on(day(on))
    assert found is not None
    return found
