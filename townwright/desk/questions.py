"""Questions of the town's catalogue of facts as fields of a form: what the work is, answered yes, no or not known yet.

An act that takes `answers` by the name of each question has no field for them itself; the page asks those of the law in
force, so a town's own questions appear without a line of code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from townwright.law.facts import Fact, Kind
from townwright.office import clock, laws
from townwright.office.permits.questions import of_renewal, questions
from townwright.pages import fields as f
from townwright.pages.forms import ActForm


def asked(known: Mapping[str, Any], act: str = "") -> list[Fact]:
    """The questions of the law in force for an act, and those that were answered already, in the order of its
    catalogue. A renewal has its own.
    """
    if act == "permit.apply_renewal":
        return of_renewal(clock.today())
    wanted = {fact.name for fact in questions(clock.today())} | known.keys()
    return [fact for fact in laws.pack().catalogue if fact.name in wanted and not fact.family]


def put_into(form: ActForm, facts: Iterable[Fact], known: Mapping[str, Any]) -> None:
    """Adds a field for each question; `known` are answers that stand already."""
    for fact in facts:
        form.fields[_field_name(fact)] = _field(fact, known.get(fact.name))


def fields_of(form: ActForm, *, office: bool) -> list[forms.BoundField]:
    """The questions on a form, as its page shows them: those for the applicant to answer, or those for the office."""
    asked = [form[name] for name in form.fields if name.startswith(_BEFORE)]
    return [each for each in asked if bool(getattr(each.field, "who", "")) is office]


def answered(form: ActForm) -> dict[str, Any]:
    """The questions that got an answer, by their names."""
    return {
        name.removeprefix(_BEFORE): value
        for name, value in form.cleaned_data.items()
        if name.startswith(_BEFORE) and value not in (None, "", [])
    }


_BEFORE = "answer-"


def _field_name(fact: Fact) -> str:
    return f"{_BEFORE}{fact.name}"


def _field(fact: Fact, known: Any) -> f.Looks:
    common: dict[str, Any] = {"label": fact.ask or fact.says, "required": False, "initial": known}
    choices = [(value, said) for value, said in fact.choices.items()]
    match fact.kind:
        case Kind.BOOL:
            yes_no = [("", "Not known yet"), ("True", "Yes"), ("False", "No")]
            field: f.Looks = f.ChoiceField(
                choices=yes_no, coerce=lambda said: said == "True", empty_value=None, **common
            )
        case Kind.CHOICE:
            field = f.ChoiceField(choices=[("", "Not known yet"), *choices], coerce=str, empty_value=None, **common)
        case Kind.SET if choices:
            field = f.ChoicesField(choices=choices, coerce=str, widget=forms.CheckboxSelectMultiple, **common)
        case Kind.SET:
            field = f.LinesField(**common, help_text=f.ONE_A_LINE)
        case Kind.DATE:
            field = f.DayField(widget=f.DayInput(attrs={"class": "in"}), **common)
        case Kind.MONEY:
            field = f.MoneyField(**common)
        case Kind.INT | Kind.NUMBER:
            field = f.FigureField(whole=fact.kind is Kind.INT, widget=forms.TextInput, **common)
        case _:
            field = f.TextField(max_length=2000, **common)
    field.unit, field.who = fact.unit, "" if fact.held_by == "applicant" else fact.held_by
    if not isinstance(field, f.ChoicesField):
        field.widget.attrs.setdefault("class", "in")
    return field
