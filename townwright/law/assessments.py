"""Condition assessments that an engineer makes of a structure: by when the first one, and when the next.

They stand in a pack's `programmes.yaml`, by what is assessed; what the report must say is asked by the gate
`assessment.accept`.

    assessments:
      parking_garage:
        - from: "2018-08-29"
          value:
            title: Condition assessment of a parking garage
            when: {is_true: building.parking_levels}
            first:
              built: [{before: "1984-01-01", by: "2019-10-01"}]
              cite: "19 NYCRR § 1203.3(j)"
            every: {years: 3, rolls: true, remind: [180, 60]}
          cite: "19 NYCRR § 1203.3(j)"
          enacted_by: State Register of 29 August 2018
"""

from __future__ import annotations

from datetime import date

from pydantic import StrictStr

from townwright.law.calendar import Calendar, Deadline, Period, RollingPeriod
from townwright.law.dated import Dated, Section
from townwright.law.model import Rules, WrittenDate
from townwright.law.predicates import Predicate


class Built(Rules):
    """By when what was built before a day is first assessed."""

    before: WrittenDate
    by: WrittenDate


class FirstAssessment(Section):
    """By when the first assessment is made: of what stood already, by its age; of what is new, before the
    certificate.
    """

    built: tuple[Built, ...] = ()


class Assessment(Rules):
    """What is assessed, and how often."""

    title: StrictStr
    when: Predicate
    first: FirstAssessment
    every: RollingPeriod
    """How long after an assessment the next one follows at the latest."""


def first_assessment(
    rule: Dated[Assessment], built: date, certificate: date | None, calendar: Calendar
) -> Deadline | None:
    """By when something that was complete on a day is first assessed. For what is new that is the day of its
    certificate, None while that is not known.
    """
    first = rule.value.first
    by = next((one.by for one in sorted(first.built, key=lambda one: one.before) if built < one.before), certificate)
    return (
        None
        if by is None
        else calendar.fixed(
            by, kind="assessment.first", cite=first.cite, provisions=first.carries, rolls=rule.value.every.rolls
        )
    )


def next_assessment(
    rule: Dated[Assessment],
    last: date,
    calendar: Calendar,
    *,
    own: Period | None = None,
    recommended: date | None = None,
) -> Deadline:
    """When the next assessment is due. `own` is the interval that the town fixed for it, `recommended` the day that
    the engineer recommends; neither can make it later than the law's interval.
    """
    end = calendar.ends(last, rule.value.every, rule, kind="assessment.due")
    sooner = [] if own is None else [calendar.nominal(last, own)]
    sooner += [] if recommended is None else [recommended]
    if not sooner or min(sooner) >= end.nominal:
        return end
    return calendar.fixed(
        min(sooner),
        kind="assessment.due",
        cite=rule.cite,
        provisions=rule.carries,
        rolls=rule.value.every.rolls,
    ).reminding(rule.value.every.remind)
