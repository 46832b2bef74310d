"""What an application is asked beyond its own fields: facts that this town's law may want and only a person can tell.

A town's questions follow from its law: the gates between the application and the permit, the plan of inspections and
the fee. What no rule in force asks is no question of the form.
"""

from __future__ import annotations

from datetime import date

from townwright.law.facts import Fact
from townwright.office import laws
from townwright.office.money.acts import estimate
from townwright.office.permits.facts import ANSWERED, APPLICATION_FEE, OF_FIELDS

#: The gates between an application and its permit.
_GATES = ("application.file", "application.complete", "documents.accept", "permit.issue")
#: Facts that are known only once the work has begun.
_LATER = frozenset({"inspector"})


#: The gate between an application to renew and its filing.
_RENEWAL = "renewal.submit"


def of_renewal(on: date) -> list[Fact]:
    """The town's own facts that an application to renew may be asked for, and not the one before: whether fines are
    owed is a question of its day.
    """
    pack = laws.pack()
    before = {fact.name for fact in questions(on)}
    wanted = {name for name in pack.gate(_RENEWAL).needs(on) if name.startswith("town.")} - before
    return [fact for fact in pack.catalogue if fact.name in wanted and not fact.family]


def questions(on: date) -> list[Fact]:
    """The facts that the law in force on a day may ask of an application, in the order of its catalogue."""
    pack = laws.pack()
    names = {name for gate in _GATES if gate in pack.gates for name in pack.gate(gate).needs(on)}
    names.update(pack.inspections.names(), estimate(APPLICATION_FEE, {}, on).missing)
    return [
        fact
        for fact in pack.catalogue
        if fact.name in names - OF_FIELDS
        and fact.name.startswith(ANSWERED)
        and not fact.family
        and fact.held_by not in _LATER
    ]
