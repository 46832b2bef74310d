"""Why an act was not done: what is wrong, what was kept and what to do. Pages and API show it as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from townwright.law.findings import Decision

if TYPE_CHECKING:
    from townwright.office.register.models import Entry


class ActError(Exception):
    """An act was not done, and nothing was changed."""

    status = 409


class InputError(ActError):
    """What was given cannot be read. `errors` maps a field's name (or "" for the whole) to what is wrong with it."""

    status = 422

    def __init__(self, errors: dict[str, str]) -> None:
        self.errors = errors
        super().__init__("; ".join(f"{field}: {words}" if field else words for field, words in errors.items()))


class Refused(ActError):
    """The law does not allow the act now; the decision's findings say which section stands in the way."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        first = decision.standing_in_the_way[0]
        super().__init__(f"{first.says} ({first.cite})")


class Overtaken(ActError):
    """Somebody else acted on the case after it was looked at; `entries` is what they did."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        who = ", ".join(dict.fromkeys(entry.actor_name for entry in entries))
        super().__init__(f"This case changed while you had it open: {who} acted on it. Nothing of yours was done.")


class NotAllowed(ActError):
    """This person may not do this act at all."""

    status = 403


class NoSuchThing(ActError):
    """There is no such record, or it is not this person's to see."""

    status = 404


class UnknownAct(ActError):
    """No act has this name."""

    status = 404


def problem(error: ActError) -> dict[str, Any]:
    """The error as an RFC 9457 problem document."""
    data: dict[str, Any] = {"title": type(error).__name__, "status": error.status, "detail": str(error)}
    if isinstance(error, InputError):
        data["errors"] = error.errors
    if isinstance(error, Refused):
        data["decision"] = error.decision.to_json()
    if isinstance(error, Overtaken):
        data["entries"] = [{"seq": e.seq, "act": e.act, "said": e.said, "by": e.actor_name} for e in error.entries]
    return data
