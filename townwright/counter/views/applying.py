"""Applying for a permit without an account: short steps, each saved, with a link to come back to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from townwright.counter import limits, where
from townwright.counter.apply import application, drafts, sheets, steps
from townwright.counter.parts import found, owing, rules
from townwright.office import clock, laws
from townwright.office.cases.models import Case
from townwright.office.files import acts as files
from townwright.office.files.errors import FileDamaged, UnusableFile
from townwright.office.files.models import StoredFile
from townwright.office.papers.models import Paper
from townwright.office.permits import reading
from townwright.office.permits.acts.links import SendDraftLink
from townwright.office.permits.models import Draft, Permit
from townwright.office.places.models import Parcel
from townwright.office.register import acts
from townwright.office.register.actors import PUBLIC, Actor
from townwright.office.register.errors import ActError, InputError, Refused
from townwright.pages import words
from townwright.pages.components import Fact
from townwright.pages.forms import ActForm, form_of
from townwright.pages.inline import Link
from townwright.pages.uploads import keep_any
from townwright.pages.views import not_done
from townwright.pages.who import actor_of_request

#: Files of one draft; who has more brings them on a stick.
MOST_FILES = 100
#: Parcels of one application.
MOST_PARCELS = 10


def begin(request: HttpRequest) -> HttpResponse:
    """Says how it goes, and begins an application."""
    if request.method == "POST":
        if not limits.allowed(request, "draft"):
            return render(request, "counter/too_often.html", {"steps": _crumbs("Apply")}, status=429)
        limits.count(request, "draft")
        return redirect(where.step(drafts.begin().code, steps.NAMES[0]))
    facts = {
        "steps": _crumbs("Apply for a building permit"),
        "parts": [each.title for each in steps.STEPS],
        "not_before": rules.not_before_the_permit(),
    }
    return render(request, "counter/apply/begin.html", facts)


def draft(request: HttpRequest, code: str) -> HttpResponse:
    """The link to come back by: leads to the first step that has no answer, or to what became of the application."""
    found_draft = _opened(code)
    if found_draft.submitted_case_id is not None:
        return redirect("counter:apply-sent", code)
    name = next((each for each in steps.NAMES[:-2] if each not in found_draft.answers), "check")
    return redirect(where.step(code, name))


def step(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """One step: what it asks, what was answered, and on to the next."""
    found_draft, here = _opened(code), steps.step(name)
    if here is None:
        raise Http404("There is no such step.")
    if found_draft.submitted_case_id is not None:
        return redirect("counter:apply-sent", code)
    special = {"place": _place, "papers": _papers, "check": _check, "sign": _sign}
    return special.get(name, _sheet)(request, found_draft, here)


# -- a step that is a sheet ----------------------------------------------------------------------------------------


def _sheet(request: HttpRequest, draft: Draft, here: steps.Step) -> HttpResponse:
    today = clock.today()
    model = steps.sheet_of(here.name, draft, today)
    if model is None:
        if request.method == "POST":
            drafts.save(draft, here.name, {})
            return redirect(_on(request, draft, here.name))
        return _page(request, draft, here, "counter/apply/nothing_to_ask.html", {})
    unread = drafts.unread(draft, here.name)
    sent = request.method == "POST"
    form = form_of(model)(
        request.POST if sent else unread,
        request.FILES if sent else None,
        # What was sent is all that counts: a row that the page had filled in counts too, unchanged as it is.
        initial={} if sent or unread is not None else steps.begins_with(here.name, draft, today),
    )
    if not form.is_bound:
        _without_blank_rows(form)
    if sent and form.is_valid():
        answers = steps.fill_in(here.name, steps.kept(here.name, form.given), draft)
        drafts.save(draft, here.name, answers)
        drafts.answered_anew(draft, steps.facts_of(here.name, model))
        return redirect(_on(request, draft, here.name))
    wrong = sent and not form.wants_another_look
    if wrong:
        drafts.keep_unread(draft, here.name, request.POST)
    status = 422 if wrong else 200
    return _page(request, draft, here, "counter/apply/sheet.html", {"form": form}, status=status)


def _without_blank_rows(form: ActForm) -> None:
    """Takes the blank row behind the known ones away; "Add another" brings it."""
    for part in form.parts.values():
        if not part.single and len(part.rows) > 1:
            part.rows.pop()


def _on(request: HttpRequest, draft: Draft, name: str) -> str:
    """The next step, or back to the check where one came from there."""
    return where.step(draft.code, "check" if request.GET.get("back") == "check" else steps.after(name))


# -- the place -----------------------------------------------------------------------------------------------------


def _place(request: HttpRequest, draft: Draft, here: steps.Step) -> HttpResponse:
    chosen = [str(parcel.pk) for parcel in application.parcels(draft)]
    facts: dict[str, Any] = {}
    status = 200
    if request.method == "POST":
        if (out := request.POST.get("out")) is not None:
            drafts.save(draft, here.name, {"parcels": [key for key in chosen if key != out]})
            return redirect(where.step(draft.code, here.name))
        parcel = _parcel(request.POST.get("add", ""))
        if parcel is None:
            facts["wrong"], status = "Choose one of the places that were found.", 422
        elif shut := application.shut(parcel):
            facts["shut"], facts["shut_parcel"], status = shut, parcel, 409
        else:
            drafts.save(draft, here.name, {"parcels": list(dict.fromkeys([*chosen, str(parcel.pk)]))[:MOST_PARCELS]})
            return redirect(where.step(draft.code, here.name))
    asked = found.tidy(request.GET.get("q", ""))
    facts |= {
        "asked": asked,
        "places": found.places(asked, numbers=False) if asked else [],
        "chosen": application.parcels(draft),
    }
    return _page(request, draft, here, "counter/apply/place.html", facts, status=status)


def _parcel(key: str) -> Parcel | None:
    try:
        return Parcel.objects.filter(pk=UUID(key), ended_on=None).first()
    except ValueError:
        return None


# -- papers --------------------------------------------------------------------------------------------------------


def _papers(request: HttpRequest, draft: Draft, here: steps.Step) -> HttpResponse:
    kept: dict[str, Any] = {"files": [], **draft.answers.get("papers", {})}
    refused: list[str] = []
    kind = request.POST.get("kind", "plans")
    if request.method == "POST":
        if "out" in request.POST:
            kept["files"] = [row for row in kept["files"] if row["file"] != request.POST["out"]]
        elif "go" in request.POST:
            kept["on_paper"] = bool(request.POST.get("on_paper"))
            drafts.save(draft, here.name, kept)
            return redirect(_on(request, draft, here.name))
        else:
            try:
                refused = _keep(request, kept["files"], kind if kind in steps.KINDS else "other")
            except ActError as error:  # the disk is full: what was kept before it stays
                drafts.save(draft, here.name, kept)
                return not_done(request, error)
        drafts.save(draft, here.name, kept)
        if not refused:
            return redirect(where.step(draft.code, here.name) + _query(request))
    facts = {
        "handed": application.handed(draft),
        "kinds": steps.KINDS,
        "kind": kind,
        "refused": refused,
        "on_paper": kept.get("on_paper", False),
        "limit": files.limit_in_force(),
    }
    return _page(request, draft, here, "counter/apply/papers.html", facts, status=422 if refused else 200)


def _keep(request: HttpRequest, rows: list[dict[str, str]], kind: str) -> list[str]:
    """Keeps every file that can be kept, and says of each other what is wrong with it. Raises `DiskFull`."""
    came = request.FILES.getlist("files")
    sheet = request.POST.get("sheet", "").strip()[:40] if len(came) == 1 else ""
    wrong = [] if came else ["Choose the files first, or take a photograph."]
    for upload in came:
        if len(rows) >= MOST_FILES:
            wrong.append(f"{upload.name}: more than {MOST_FILES} files were not kept. Bring the rest to the office.")
            continue
        try:
            rows.append({"file": keep_any(upload).ref, "kind": kind, "sheet": sheet})
        except UnusableFile as error:
            wrong.append(f"{error.name}: {error.wrong} {error.do}")
    return wrong


def _query(request: HttpRequest) -> str:
    return "?back=check" if request.GET.get("back") == "check" else ""


def file(request: HttpRequest, code: str, file_id: UUID) -> HttpResponseBase:
    """A file of the draft, as it came in."""
    rows = _opened(code).answers.get("papers", {}).get("files", [])
    stored = StoredFile.objects.filter(pk=file_id).first()
    if stored is None or str(file_id) not in [row["file"] for row in rows]:
        raise Http404("There is no such file here.")
    try:
        response = FileResponse(files.open_file(stored))
    except FileDamaged:
        raise Http404("There is no such file here.") from None
    for name, value in files.headers(stored, show=True).items():
        response[name] = value
    return response


# -- check and sign ------------------------------------------------------------------------------------------------


def _check(request: HttpRequest, draft: Draft, here: steps.Step) -> HttpResponse:
    today = clock.today()
    decision = application.missing(draft, application.handed(draft), today)
    facts = {
        "parts": steps.parts(draft, today),
        "decision": decision,
        "cannot": _cannot(draft),
        "another_owner": application.another_owner(draft, today),
    }
    return _page(request, draft, here, "counter/apply/check.html", facts)


def _cannot(draft: Draft) -> list[Link]:
    """What an application cannot be sent without, each with its step."""
    wanting = []
    if not application.parcels(draft):
        wanting.append(Link("Choose the place of the work", where.step(draft.code, "place")))
    if not draft.answers.get("work", {}).get("nature"):
        wanting.append(Link("Say in a few words what the work is", where.step(draft.code, "work")))
    if not draft.answers.get("people", {}).get("you", {}).get("name"):
        wanting.append(Link("Give your name", where.step(draft.code, "people")))
    return wanting


def _sign(request: HttpRequest, draft: Draft, here: steps.Step) -> HttpResponse:
    if cannot := _cannot(draft):
        return _page(request, draft, here, "counter/apply/not_yet.html", {"cannot": cannot})
    people = draft.answers["people"]
    sent = request.method == "POST"
    role = people.get("you_are")
    form = form_of(sheets.Sign)(
        request.POST if sent else drafts.unread(draft, here.name),
        request.FILES if sent else None,
        initial={"signed_as": "owner" if role == "owner" else "agent" if role == "agent" else None},
    )
    refused, status = None, 200
    if sent and form.is_valid():
        try:
            _submit(request, draft, form)
        except InputError as error:
            form.add_error(None, " ".join(error.errors.values()))
        except Refused as error:
            refused, status = error.decision, 409
        except ActError as error:
            return not_done(request, error)
        else:
            return redirect("counter:apply-sent", draft.code)
    if sent and form.errors:
        status = 422
        drafts.keep_unread(draft, here.name, request.POST)
    form.fields["signed_by"].says_optional = False  # type: ignore[attr-defined]
    facts = {"form": form, "refused": refused, "charged": application.fee(draft, clock.today())}
    return _page(request, draft, here, "counter/apply/sign.html", facts, status=status)


def _submit(request: HttpRequest, draft: Draft, form: ActForm) -> None:
    """Sends the application. The key is the draft's own: a second click, or a second window, sends nothing new."""
    name = form.given.signed_by or draft.answers["people"]["you"]["name"]
    input_ = application.given(draft, form.given, clock.today())
    acts.perform("permit.submit", input_, actor=_actor(request, name), key=f"apply:{draft.pk}")


def _actor(request: HttpRequest, name: str) -> Actor:
    """Who sends it: somebody of the office who is signed in, else who signed, by name and without an account."""
    actor = actor_of_request(request)
    return actor if actor.is_staff else replace(PUBLIC, name=name)


def sent(request: HttpRequest, code: str) -> HttpResponse:
    """The application was sent: its number, its link, how to pay, what is missing until it is filed."""
    found_draft = _opened(code)
    case = Case.objects.filter(pk=found_draft.submitted_case_id).first() if found_draft.submitted_case_id else None
    if case is None or case.link_code is None:
        return redirect(where.draft(code))
    permit, today = Permit.objects.select_related("case").get(case=case), clock.today()
    paper = Paper.objects.filter(case_id=case.pk, kind="application").order_by("printed_at").first()
    facts = {
        "case": case,
        "permit": permit,
        "missing": [] if permit.filed_on else reading.decision_to_file(permit, today).standing_in_the_way,
        "money": owing.owing(case, today),
        "pay": owing.how_to_pay(case),
        "link": where.whole(request, where.follow(case.link_code)),
        "paper": where.paper(case.link_code, paper.pk) if paper else "",
        "not_before": rules.not_before_the_permit(),
        "steps": _crumbs("Application sent"),
    }
    return render(request, "counter/apply/sent.html", facts)


# -- the link ------------------------------------------------------------------------------------------------------


def link(request: HttpRequest, code: str) -> HttpResponse:
    """Sends the link to come back by to an e-mail address."""
    found_draft = _opened(code)
    if found_draft.submitted_case_id is not None:
        return redirect("counter:apply-sent", code)
    form = form_of(SendDraftLink)(request.POST or None)
    for name in ("code", "on", "late_reason", "corrects"):
        form.fields.pop(name, None)
    form.fields["email"].widget.attrs["autocomplete"] = "email"
    if request.method == "POST" and (email := request.POST.get("email", "").strip()):
        if not limits.allowed(request, "mail"):
            return render(request, "counter/too_often.html", {"steps": _crumbs("Send the link")}, status=429)
        try:
            acts.perform("draft.send_link", {"code": code, "email": email}, actor=PUBLIC)
        except InputError as error:
            form.is_valid()
            form.take(error)
        else:
            limits.count(request, "mail")
            messages.success(request, f"The link is on its way to {email}.")
            return redirect(where.draft(code))
    facts = {
        "form": form,
        "link": where.whole(request, where.draft(code)),
        "back": where.draft(code),
        "steps": [*_crumbs(), Link("Apply for a building permit", where.draft(code)), "Save and come back"],
    }
    return render(request, "counter/apply/link.html", facts, status=422 if form.errors else 200)


# -- frame ---------------------------------------------------------------------------------------------------------


def _opened(code: str) -> Draft:
    found_draft = drafts.opened(code)
    if found_draft is None:
        raise Http404("There is no such application here.")
    return found_draft


def _crumbs(*here: Any) -> list[Any]:
    return [Link("Start", where.start()), *here]


def _page(
    request: HttpRequest, draft: Draft, here: steps.Step, template: str, facts: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    at = steps.NAMES.index(here.name)
    earlier = steps.before(here.name)
    checking = request.GET.get("back") == "check"
    frame = {
        "draft": draft,
        "step": here,
        "number": at + 1,
        "of": len(steps.STEPS),
        "back": where.step(draft.code, "check" if checking else earlier) if earlier else where.apply(),
        "button": "Save and go back to the check" if checking else "Save and continue",
        "link": where.whole(request, where.draft(draft.code)),
        "fee": _fee(draft),
        "steps": _crumbs(Link("Apply for a building permit", where.apply()), here.title),
    }
    return render(request, template, {**frame, **facts}, status=status)


def _fee(draft: Draft) -> dict[str, Any]:
    """What the side of the page says of the fee: the amount with its steps, or what it still depends on."""
    found_fee, catalogue = application.fee(draft, clock.today()), laws.pack().catalogue
    return {
        "known": found_fee,
        "wants": words.listed([catalogue[name].says.lower() for name in found_fee.missing]),
        "facts": [Fact("Worked out", found_fee.worked_out), Fact("Schedule", str(found_fee.schedule or ""))],
    }
