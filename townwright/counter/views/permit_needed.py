"""Do I need a permit? One question a page, then the answer. Everything stands in the address; nothing is kept."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from townwright.counter import limits, where
from townwright.counter.apply import drafts, steps
from townwright.counter.parts import enquiries, enquiry_answers
from townwright.counter.parts.enquiries import Asked, Choice
from townwright.law import asking
from townwright.law.asking import Question, Settled
from townwright.office import clock, laws
from townwright.pages import law_floor
from townwright.pages.inline import Cite, Link
from townwright.pages.who import actor_of_request

_TITLE = "Do I need a permit?"
_CHOOSE = "Choose one of the answers below."


def ask(request: HttpRequest) -> HttpResponse:
    """The question that comes next, one that is put again, or the answer."""
    pack, today = laws.pack(), clock.today()
    query = request.GET
    found = enquiries.read(query, pack, today)
    if found is None or query.get("at") in ("about", "kind"):
        return _choose(request)
    if (name := query.get("at", "")) in found.enquiry.facts:
        return _question(request, found, found.step_of(name))
    if (name := query.get("asked", "")) in found.enquiry.facts:
        put = tuple(each for each in query.getlist(enquiries.OF) if each in found.enquiry.facts) or (name,)
        alone = len(put) > 1 and found.singly.issuperset(put)
        if alone or all(each in found.aside or each in found.answers for each in put):
            return redirect(found.link)
        if not found.wrong.keys() & set(put):
            found.wrong[put[0]] = "Give an answer, or say that you do not know."
        return _question(request, found, put)
    if isinstance(found.walk.then, Question):
        return _question(request, found, found.walk.then.names)
    return _answer(request, found)


@require_POST
def apply(request: HttpRequest) -> HttpResponse:
    """Begins the application that follows, with what was answered."""
    found = enquiries.read(request.POST, laws.pack(), clock.today())
    if found is None or found.reply is None:
        return redirect(where.permit_needed())
    if not found.reply.begins or found.wrong or found.strange:
        return redirect(found.link)
    if not limits.allowed(request, "draft"):
        return render(request, "counter/too_often.html", {"steps": _crumbs("Apply")}, status=429)
    limits.count(request, "draft")
    draft = drafts.begin(found.reply.begins)
    drafts.carry(draft, enquiries.as_json(found.told))
    return redirect(where.step(draft.code, steps.NAMES[0]))


# -- the pages ---------------------------------------------------------------------------------------------------------


def _choose(request: HttpRequest) -> HttpResponse:
    """What it is about; for operating permits, then which kind."""
    pack, today, query = laws.pack(), clock.today(), request.GET
    topics = asking.topics(pack, today)
    key = query.get("about", "")
    topic = topics.get(key) if query.get("at") != "about" else None
    wrong = ""
    if topic is not None and topic.operating:
        title, hint, name, hidden = "Which of these is it?", "Choose what comes nearest.", "kind", [("about", key)]
        choices = [
            Choice(each, words, chosen=each == query.get("kind")) for each, words in asking.kinds(pack, today).items()
        ]
        if query.get("kind") or query.get("asked") == "kind":
            wrong = "" if query.get("kind") in asking.kinds(pack, today) else _CHOOSE
        number, back = 2, f"{where.permit_needed()}?at=about"
    else:
        title, hint, name, hidden = "What is it about?", "", "about", []
        choices = [Choice(each, one.title, one.hint, chosen=each == key) for each, one in topics.items()]
        if query.get("at") != "about" and (key or query.get("asked") == "about"):
            wrong = _CHOOSE
        number, back = 1, where.start()
    facts = {
        "put": enquiries.Put(name, title, hint, tuple(choices), may_not_know=False),
        "hidden": [*hidden, ("asked", name)],
        "wrong": [wrong] if wrong else [],
        "number": number,
        "of": 0,
        "back": back,
        "steps": _crumbs(_TITLE),
    }
    return render(request, "counter/permit_needed/question.html", facts, status=422 if wrong else 200)


def _question(request: HttpRequest, found: Asked, names: tuple[str, ...]) -> HttpResponse:
    steps = found.walk.steps
    at = next((number for number, step in enumerate(steps) if names[0] in step), len(steps))
    before = found.given()[: -len(steps) or None]
    then = found.walk.then
    further = then.further if isinstance(then, Question) else 0
    number = len(before) + at + 1
    put = found.put(names)
    of = [(enquiries.OF, name) for name in put.of]
    facts = {
        "put": put,
        "hidden": [*(pair for pair in found.pairs if pair[0] not in names), ("asked", names[0]), *of],
        "wrong": [one.wrong for one in (put, *put.fields) if one.wrong],
        "troubles": _troubles(found, names),
        "number": number,
        "of": max(number, len(before) + len(steps) + (1 if isinstance(then, Question) else 0) + further),
        "back": found.change(steps[at - 1][0]) if at else found.first,
        "answers": [] if at < len(steps) else found.given(),
        "steps": _crumbs(_TITLE),
    }
    wrong = bool(facts["wrong"] or facts["troubles"])
    return render(request, "counter/permit_needed/question.html", facts, status=422 if wrong else 200)


def _answer(request: HttpRequest, found: Asked) -> HttpResponse:
    facts = {
        **enquiry_answers.shown(found),
        "troubles": _troubles(found, ()),
        "today": found.on,
        "link": where.whole(request, found.link),
        "steps": _crumbs(Link(_TITLE, where.permit_needed()), "The answer"),
        "looser": _looser(request, found),
    }
    return render(
        request, "counter/permit_needed/answer.html", facts, status=422 if facts["troubles"] or found.wrong else 200
    )


def _looser(request: HttpRequest, found: Asked) -> list[tuple[str, Cite | str, Cite]]:
    """For staff at the telephone: where a rule that decided is looser than the State's minimum."""
    if not actor_of_request(request).is_staff or not isinstance(found.walk.then, Settled):
        return []
    noted = law_floor.notes(found.walk.then.decision).values()
    told = law_floor.told(one for those in noted for one in those)
    return [(says, Cite(own) if own else "", Cite(state)) for says, own, state in told]


def _troubles(found: Asked, put: tuple[str, ...]) -> list[str]:
    """What of the address could not be used, in sentences."""
    said = [
        f"“{enquiries.wording(found.pack, name).ask}” {words}" for name, words in found.wrong.items() if name not in put
    ]
    if found.strange:
        said.append("The link holds an answer to something that is not asked here. It was left out.")
    return said


def _crumbs(*here: Any) -> list[Any]:
    return [Link("Start", where.start()), *here]
