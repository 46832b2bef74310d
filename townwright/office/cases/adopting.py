"""Bringing a changed pack into force. A new release of the program changes no office's law by itself; this act does."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from townwright.law import check
from townwright.law.calendar import in_words
from townwright.law.differences import Difference, differences
from townwright.law.layers import PackError
from townwright.law.packs import Pack
from townwright.office import laws, storage
from townwright.office.laws.models import InForce
from townwright.office.register import acts
from townwright.office.register.acts import ADMINISTRATORS, Act, Doing, act
from townwright.office.register.errors import InputError


class AdoptLaw(Act):
    """The pack as it lies there now, to be the law of the office."""

    hash: str = Field(
        title="Pack that was looked at", pattern=r"^[0-9a-f]{64}$", json_schema_extra={"widget": "hidden"}
    )
    begins: date | None = Field(
        default=None, title="In force from", description="Today, if left empty; never an earlier day."
    )
    why: str = Field(
        title="On what ground",
        min_length=1,
        max_length=300,
        description="Local law and its date, correction by the town's attorney, new release of the program.",
    )


@act("law.adopt", title="Bring the changed law into force", by=ADMINISTRATORS)
def adopt(doing: Doing[InForce], given: AdoptLaw) -> None:
    """Keeps the pack and puts it in force from a day on. What was decided stays decided by the law of its day."""
    name = storage.office().pack
    try:
        found, before = laws.to_adopt(name), laws.newest()
    except PackError as error:
        says = "; ".join(str(problem) for problem in error.problems)
        raise InputError({"": f"The pack cannot be used: {says}."}) from None
    begins = given.begins or doing.on
    errors: dict[str, str] = {}
    if found.hash != given.hash:
        errors["hash"] = "The pack has changed since you looked at it. Look at the differences again."
    elif found.hash == before.hash:
        errors["hash"] = "This is the law that is in force, or will be. There is nothing to bring into force."
    if begins < doing.on:
        errors["begins"] = "Law is not brought into force for days that have passed."
    wrong = check.check(name, *laws.places(), acts=acts.names()).errors
    if wrong:
        errors[""] = f"The pack cannot be used: {'; '.join(str(problem) for problem in wrong[:5])}."
    if errors:
        raise InputError(errors)
    changed = differences(before, found)
    doing.made(laws.bring_into_force(found, begins))
    doing.say(
        f"Pack {found.hash[:12]} in force from {in_words(begins)} instead of {before.hash[:12]}, "
        f"{len(changed):,} differences: {given.why}"
    )
    doing.changed({"hash": before.hash}, {"hash": found.hash, "begins": begins, "differs": _counted(changed)})


def waiting() -> Pack | None:
    """The pack as its files are now, with the office's amendments over it, where that is not its law yet.

    Raises `PackError`.
    """
    found = laws.to_adopt(storage.office().pack)
    return found if found.hash != laws.newest().hash else None


def _counted(changed: tuple[Difference, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for one in changed:
        counts[one.part] = counts.get(one.part, 0) + 1
    return counts
