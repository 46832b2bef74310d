"""`POST acts/<name>`: one operation an act, made from its declaration, so that a page and a program give the same.

`?ask=1` answers with the law's decision and changes nothing. Refused by law or overtaken by somebody else: 409 with the
findings; input that cannot be read: 422; both as RFC 9457 problems.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Body, Query, Router
from pydantic import BaseModel, create_model

from townwright.office.register import acts
from townwright.office.register.actors import Actor

#: The whole body is the call.
_BODY: Any = Body(...)  # type: ignore[type-arg]
_ASK: Any = Query(default=False, description="Answer with the law's decision, and change nothing.")  # type: ignore[type-arg]


class Answer(BaseModel):
    """What came of an act: the decision with its findings, the entry, the record that it was done on or made."""

    allowed: bool
    decision: dict[str, Any]
    entry: int | None = None
    said: str = ""
    subject: UUID | None = None
    again: bool = False

    @classmethod
    def of(cls, outcome: acts.Outcome) -> Answer:
        """The answer to an outcome."""
        return cls(
            allowed=outcome.decision.allowed,
            decision=outcome.decision.to_json(),
            entry=outcome.entry.seq if outcome.entry else None,
            said=outcome.entry.said if outcome.entry else "",
            subject=outcome.subject_id,
            again=outcome.again,
        )


def _operation(router: Router, declared: acts.Spec) -> None:
    stem = "".join(part.capitalize() for part in declared.name.replace("_", ".").split("."))
    call = create_model(
        f"{stem}Call",
        __doc__=(declared.run.__doc__ or declared.title).strip(),
        subject=(UUID, ...) if declared.subject is not None else (UUID | None, None),
        seen=(int | None, None),
        key=(str | None, None),
        given=(declared.given, ...),
    )

    def do(request: HttpRequest, call: Any = _BODY, ask: bool = _ASK) -> Answer:
        actor: Actor = request.auth  # type: ignore[attr-defined]
        if ask:
            return Answer.of(acts.ask(declared.name, call.given, actor=actor, subject_id=call.subject))
        return Answer.of(
            acts.perform(declared.name, call.given, actor=actor, subject_id=call.subject, key=call.key, seen=call.seen)
        )

    do.__annotations__["call"] = call  # each operation has the input model of its own act
    router.post(
        f"/{declared.name}",
        response={200: Answer},
        summary=declared.title,
        operation_id=declared.name.replace(".", "_"),
        description=(declared.run.__doc__ or "").strip(),
    )(do)


def router() -> Router:
    """Every act that the installed apps declare."""
    made = Router(tags=["acts"])
    for declared in acts.specs():
        _operation(made, declared)
    return made
