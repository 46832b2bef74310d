"""The form of an act, built from the act's own input model, so that a field is described once.

`form_of(IssuePermit)` gives a Django form class. What a field is called, asks and needs comes from pydantic's
`Field(title=…, description=…, json_schema_extra={…})`. The extras that count here:

=============  ===========================================================================================
`who`          who has to answer it, where that is not the person at the desk ("architect")
`widget`       "textarea", "radio", "select", "password", "hidden", or "none" for a field that the page fills itself
`unit`         what the number counts ("sq ft"); a Decimal without one is money
`choices`      words for the values: {"deck": "Deck", "shed": ["Shed", "up to 144 sq ft"]}
`autocomplete` the browser's own name for it ("street-address")
`file`         "any" or "plans": the value refers to a file that the page keeps; `accept` goes to the browser
`group`        heading under which it stands
`one`          what one of several is called, where that is not the title without its last letter
=============  ===========================================================================================

A form carries the key that makes a double click harmless and the version of the case that was seen. What
the model itself refuses comes back in plain words at its field, and nothing that was typed is lost.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, cast, get_args, get_origin
from uuid import uuid4

from django import forms
from django.forms.renderers import DjangoTemplates
from django.http import QueryDict
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from townwright.law.findings import Decision, Finding
from townwright.office.register.errors import InputError
from townwright.office.register.inputs import in_plain_words
from townwright.pages import fields as f

#: More rows than anybody types; a form that asks for more was not sent by our page.
MOST_ROWS = 200
#: Up to this many answers stand open as radio buttons; more become a list to choose from.
OPEN_CHOICES = 6
#: Fields of every act that have a place of their own on the form.
LATE = ("on", "late_reason")
OVERRULE = "overrule"


class Renderer(DjangoTemplates):
    """Renders every form of the site, those of log-in and second factor too, in the shared look."""

    form_template_name = "pages/forms/form.html"
    field_template_name = "pages/forms/field.html"


@dataclass(frozen=True, slots=True)
class ErrorLine:
    """One line of the summary: what is wrong, and the id of the field where it can be mended."""

    words: str
    at: str = ""


@dataclass(slots=True)
class Rows:
    """The repeated part of a form: a small form a row, with a blank one to fill in; one row if `single`."""

    name: str
    title: str
    hint: str
    single: bool
    prefix: str
    one: str
    """What one row is called: "Floor" of "Floors"."""
    rows: list[ModelForm] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many rows the page holds, those taken out included."""
        return len(self.rows) + len(self.gone)


class ModelForm(forms.Form):
    """A form over a pydantic model: its own fields, and `parts`, its repeated or nested ones."""

    model: type[BaseModel]
    parts_of: dict[str, tuple[type[ModelForm], bool, FieldInfo]]
    place: int = 0
    default_renderer = Renderer

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        initial: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.wants_another_look = False
        kwargs.setdefault("label_suffix", "")
        super().__init__(data, files, initial=dict(initial or {}), use_required_attribute=False, **kwargs)
        self.parts = {name: self._part(name) for name in self.parts_of}

    def _part(self, name: str) -> Rows:
        form_class, single, info = self.parts_of[name]
        prefix = self.add_prefix(name)
        title = _title(name, info)
        one = _extra(info).get("one") or title.removesuffix("" if title.endswith("ss") else "s")
        part = Rows(name, title, info.description or "", single, prefix, one)
        given = self.initial.get(name) or []
        known = [given] if single and given else list(given)
        count, less = 1 if single else len(known) + 1, ""
        if self.is_bound:
            count = _whole(self.data.get(f"{prefix}-count"), count)
            if f"{prefix}-more" in self.data:
                self.wants_another_look = True
                count += 1
            if less := self.data.get(f"{prefix}-less", ""):
                self.wants_another_look = True
        for place in range(min(count, MOST_ROWS)):
            if self.is_bound and (self.data.get(f"{prefix}-{place}-gone") or less == str(place)):
                part.gone.append(f"{prefix}-{place}-gone")
                continue
            start = known[place] if place < len(known) else {}
            row = form_class(
                self.data if self.is_bound else None,
                self.files if self.is_bound else None,
                initial=_plain(start),
                prefix=f"{prefix}-{place}",
                empty_permitted=not (single and info.is_required()),
            )
            self.wants_another_look = self.wants_another_look or row.wants_another_look
            row.place = place
            part.rows.append(row)
        return part

    def is_valid(self) -> bool:
        """Whether everything can be read. A press on "Add another" or "Take out" is no answer yet."""
        valid = super().is_valid()
        rows = [row.is_valid() for part in self.parts.values() for row in part.rows]
        return valid and all(rows) and not self.wants_another_look

    def has_changed(self) -> bool:
        """Whether anything was written into it or its parts."""
        return super().has_changed() or any(row.has_changed() for part in self.parts.values() for row in part.rows)

    def answers(self) -> dict[str, Any]:
        """What was answered, by the model's names; what was left empty is left out: its default counts."""
        out = {
            name: value
            for name, value in self.cleaned_data.items()
            if name in self.model.model_fields and value not in (None, "", [])
        }
        for name, part in self.parts.items():
            rows = [row.answers() for row in part.rows if row.has_changed() or not row.empty_permitted]
            if part.single and rows:
                out[name] = rows[0]
            elif rows:
                out[name] = rows
        return out

    def locate(self, path: str) -> tuple[ModelForm, str] | None:
        """The form and field that a path of the model means: `people.0.name`. Blank rows are not counted."""
        name, _, rest = path.partition(".")
        if name in self.fields:
            return self, name
        if name not in self.parts or not rest:
            return None
        part = self.parts[name]
        kept = [row for row in part.rows if row.has_changed() or not row.empty_permitted]
        if not part.single:
            place, _, rest = rest.partition(".")
            if not place.isdigit() or int(place) >= len(kept):
                return None
            return kept[int(place)].locate(rest)
        return kept[0].locate(rest) if kept else None

    def offer(self, path: str, answers: Sequence[tuple[str, str]]) -> None:
        """Lets a field that names records be answered from those that the page knows: (id, words).

        A field of a part (`charges.case`) gets them in every row.
        """
        name, _, rest = path.partition(".")
        if rest:
            for row in self.parts[name].rows:
                row.offer(rest, answers)
            return
        old = self.fields[name]
        common: dict[str, Any] = {
            "label": old.label, "help_text": old.help_text, "required": old.required, "initial": old.initial,
            "error_messages": {"required": f.NEEDED},
        }  # fmt: skip
        if isinstance(old, (f.LinesField, f.ChoicesField)):
            common["help_text"] = "" if common["help_text"] == f.ONE_A_LINE else common["help_text"]
            new: Any = f.ChoicesField(choices=answers, coerce=str, widget=_many_options(), **common)
        else:
            blank = ("", "Choose" if old.required else "Not chosen")
            select = forms.Select(attrs={"class": "in"})
            new = f.ChoiceField(choices=[blank, *answers], coerce=str, empty_value=None, widget=select, **common)
        for note in ("who", "unit", "group", "says_optional"):
            setattr(new, note, getattr(old, note, ""))
        self.fields[name] = new

    def narrow(self, path: str, known: Mapping[str, Answer | None]) -> None:
        """Keeps of a field's list only the answers that the town's law knows, in the words given; `None` keeps the
        form's own words. They stand open, each with its smaller line. One that is needed and has no other beside it is
        chosen already. A field of a part is narrowed in every row.
        """
        name, _, rest = path.partition(".")
        if rest:
            for row in self.parts[name].rows:
                row.narrow(rest, known)
            return
        field = cast(forms.ChoiceField, self.fields[name])
        listed = cast("list[tuple[str, Any]]", field.choices)
        field.widget = _options()
        field.choices = [
            (value, known.get(value) or words)
            for value, words in listed
            if value in known or (not value and not field.required)
        ]
        if field.required and len(known) == 1:
            field.initial = next(iter(known))

    @property
    def is_multipart_anywhere(self) -> bool:
        """Whether the form takes files, in its rows too."""
        return self.is_multipart() or any(r.is_multipart_anywhere for p in self.parts.values() for r in p.rows)

    @property
    def groups(self) -> Iterator[tuple[str, list[Any]]]:
        """Fields and parts in the order of the model, under their headings; what has none comes without."""
        heading = ""
        items: list[Any] = []
        for name in self.model.model_fields:
            if name in self.parts:
                item: Any = self.parts[name]
                group = _extra(self.model.model_fields[name]).get("group", heading)
            elif name in self.fields and name not in LATE and not self[name].is_hidden:
                item = self[name]
                group = item.field.group
            else:
                continue
            if group != heading and items:
                yield heading, items
                items = []
            heading = group
            items.append(item)
        if items:
            yield heading, items


class ActForm(ModelForm):
    """An act's form. After `is_valid`, `given` is its input; `key` and `seen` go to `perform` with it."""

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        seen: int | None = None,
        decision: Decision | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, files, **kwargs)
        self.given: Any = None
        self.fields["form_key"] = forms.CharField(
            max_length=64, initial=str(uuid4()), required=False, widget=forms.HiddenInput
        )
        self.fields["form_seen"] = forms.IntegerField(initial=seen, required=False, widget=forms.HiddenInput)
        self.set_aside = [
            finding for finding in (decision.standing_in_the_way if decision else ()) if finding.discretion
        ]
        if OVERRULE in self.model.model_fields:
            for finding in self.set_aside:
                self.fields[_reason(finding)] = f.TextField(
                    required=False,
                    label=finding.says,
                    max_length=1000,
                    widget=forms.Textarea(attrs=_box({"rows": 2})),
                    help_text=f"{finding.cite} leaves this to you. Decide otherwise only with your reason.",
                )

    def clean(self) -> dict[str, Any]:
        """Reads the act's input; what the model refuses is put at its field in plain words."""
        cleaned = super().clean() or {}
        if (
            self.wants_another_look
            or self.errors
            or not all(row.is_valid() for part in self.parts.values() for row in part.rows)
        ):
            return cleaned
        try:
            self.given = self.model.model_validate({**self.answers(), **self._overruled(cleaned)})
        except ValidationError as error:
            self.take(in_plain_words(error, self.model))
        return cleaned

    def _overruled(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        reasons = {finding.key: words for finding in self.set_aside if (words := cleaned.get(_reason(finding)))}
        return {OVERRULE: reasons} if reasons else {}

    def take(self, errors: InputError | Mapping[str, str]) -> None:
        """Puts errors that came from the act at their fields: `{"people.0.name": "This is needed."}`."""
        for path, words in (errors.errors if isinstance(errors, InputError) else errors).items():
            place = self.locate(path)
            if place is None:
                self.add_error(None, words)
            else:
                form, name = place
                form.add_error(name, words)

    @property
    def key(self) -> str:
        """The key of this sheet: the same answers sent twice count once."""
        return str(self.cleaned_data.get("form_key") or "") or str(uuid4())

    @property
    def seen(self) -> int | None:
        """The version of the case that the person looked at."""
        return self.cleaned_data.get("form_seen")

    def look_again(self, seen: int) -> None:
        """Sets the version that the person is shown now, after somebody else has acted on the case."""
        data = cast(QueryDict, self.data).copy()
        data["form_seen"] = str(seen)
        self.data = data

    @property
    def late(self) -> list[forms.BoundField]:
        """The day on which it happened and why it is entered late: shown on demand."""
        return [self[name] for name in LATE if name in self.fields]

    @property
    def late_open(self) -> bool:
        """Whether the late part is shown at once: something stands in it, or is wrong with it."""
        return any(bound.errors or bound.value() for bound in self.late)

    @property
    def overrules(self) -> list[forms.BoundField]:
        """A box for the reason of each finding that the officer may set aside."""
        return [self[_reason(finding)] for finding in self.set_aside if _reason(finding) in self.fields]


def error_lines(form: forms.BaseForm) -> list[ErrorLine]:
    """Every error of a form and its rows, in the order of the page, each with the field it belongs to."""
    if not form.is_bound or getattr(form, "wants_another_look", False):
        return []
    lines = [ErrorLine(str(words)) for words in form.non_field_errors()]
    for bound in form:
        at = f"{bound.auto_id}_0" if bound.use_fieldset else bound.auto_id
        lines += [ErrorLine(f"{bound.label}: {_lower(str(words))}", at) for words in bound.errors]
    parts: dict[str, Rows] = getattr(form, "parts", {})
    for part in parts.values():
        for place, row in enumerate(part.rows, 1):
            where = part.title if part.single else f"{part.one} {place}"
            lines += [ErrorLine(f"{where}, {_lower(line.words)}", line.at) for line in error_lines(row)]
    return lines


@cache
def form_of(model: type[BaseModel]) -> type[ActForm]:
    """The form class of an act's input model. Raises `TypeError` for a type that no field can take."""
    return cast(type[ActForm], _build(model, ActForm))


@cache
def _row_of(model: type[BaseModel]) -> type[ModelForm]:
    return _build(model, ModelForm)


def _build(model: type[BaseModel], base: type[ModelForm]) -> type[ModelForm]:
    own: dict[str, f.Looks] = {}
    parts: dict[str, tuple[type[ModelForm], bool, FieldInfo]] = {}
    hints = typing.get_type_hints(model, include_extras=False)
    for name, info in model.model_fields.items():
        extra = _extra(info)
        if extra.get("widget") == "none" or name == OVERRULE:
            continue
        inner, optional = _without_none(hints[name])
        if get_origin(inner) is dict:
            continue  # answers by name: the page that knows the questions asks them
        if _is_model(inner):
            parts[name] = (_row_of(inner), True, info)
        elif get_origin(inner) in (list, tuple) and _is_model(get_args(inner)[0]):
            parts[name] = (_row_of(get_args(inner)[0]), False, info)
        else:
            own[name] = _field(name, info, inner, optional)
    return type(f"{model.__name__}Form", (base,), {**own, "model": model, "parts_of": parts, "__doc__": model.__doc__})


def _field(name: str, info: FieldInfo, inner: Any, optional: bool) -> f.Looks:
    extra = _extra(info)
    common: dict[str, Any] = {
        "label": _title(name, info),
        "help_text": info.description or "",
        "required": info.is_required() and not optional,
        "error_messages": {"required": f.NEEDED},
    }
    if (default := info.get_default(call_default_factory=False)) not in (PydanticUndefined, None, "", [], {}):
        common["initial"] = default.value if isinstance(default, Enum) else default
    built = _files(extra, inner, common) if extra.get("file") else _by_type(info, inner, optional, common)
    if extra.get("widget") == "hidden":
        built.widget = forms.HiddenInput()
    if "autocomplete" in extra:
        built.widget.attrs["autocomplete"] = extra["autocomplete"]
    for note in ("who", "unit", "group"):
        setattr(built, note, extra.get(note, ""))
    built.says_optional = not built.required and built.initial is None and inner is not bool
    return built


def _by_type(info: FieldInfo, inner: Any, optional: bool, common: dict[str, Any]) -> f.Looks:
    extra = _extra(info)
    if inner is bool:
        if info.is_required() or optional:
            unknown = [("", "Not known yet")] if optional else []
            return f.ChoiceField(
                choices=[("True", "Yes"), ("False", "No"), *unknown],
                coerce=lambda said: said == "True",
                empty_value=None,
                widget=_options(),
                **common,
            )
        return f.TickField(**{**common, "required": False}, widget=forms.CheckboxInput)
    if (answers := _answers(inner, extra)) is not None:
        return _choice(answers, inner, extra, optional, common)
    if get_origin(inner) in (list, tuple):
        item = get_args(inner)[0]
        if (answers := _answers(item, extra)) is not None:
            return f.ChoicesField(choices=answers, coerce=str, widget=_many_options(), **common)
        return f.LinesField(
            widget=forms.Textarea(attrs=_box({"rows": 4})),
            **{
                **common,
                "help_text": common["help_text"] or f.ONE_A_LINE,
            },
        )
    if inner is date:
        return f.DayField(widget=f.DayInput(attrs=_box()), **common)
    if inner is time:
        return f.HourField(widget=forms.TimeInput(attrs={"type": "time", "class": "in short"}), **common)
    if inner is int or inner is Decimal and extra.get("unit"):
        mode = "numeric" if inner is int else "decimal"
        return f.FigureField(
            whole=inner is int, widget=forms.TextInput(attrs=_box({"inputmode": mode}, "in short")), **common
        )
    if inner is Decimal:
        return f.MoneyField(widget=forms.TextInput(attrs=_box({"inputmode": "decimal"}, "in short")), **common)
    if inner is str or isinstance(inner, type):
        longest = next((m.max_length for m in info.metadata if hasattr(m, "max_length")), None)
        if extra.get("widget") == "password":
            return f.TextField(widget=forms.PasswordInput(attrs=_box({"autocomplete": "new-password"})), **common)
        area = extra.get("widget") == "textarea" or (longest or 0) > 300
        widget = forms.Textarea(attrs=_box({"rows": extra.get("rows", 4)})) if area else forms.TextInput(attrs=_box())
        return f.TextField(widget=widget, **common)
    raise TypeError(f"no form field can take {inner!r}")


def _choice(
    answers: list[tuple[str, Any]],
    inner: Any,
    extra: Mapping[str, Any],
    optional: bool,
    common: dict[str, Any],
) -> f.Looks:
    radio = extra.get("widget", "radio" if len(answers) <= OPEN_CHOICES else "select") == "radio"
    if not radio:
        answers = [("", "Choose"), *answers]
    widget = _options() if radio else forms.Select(attrs={"class": "in"})
    coerce = (
        (lambda said: next(v for v in get_args(inner) if str(v) == said)) if get_origin(inner) is Literal else inner
    )
    return f.ChoiceField(choices=answers, coerce=coerce, empty_value=None, widget=widget, **common)


def _files(extra: Mapping[str, Any], inner: Any, common: dict[str, Any]) -> f.Looks:
    common.pop("initial", None)
    takes = "any" if extra["file"] is True else extra["file"]
    many = get_origin(inner) in (list, tuple)
    return f.FilesField(takes=takes, many=many, accept=extra.get("accept", ""), **common)


class _Options(forms.RadioSelect):
    template_name = "pages/widgets/options.html"
    option_template_name = "pages/widgets/option.html"


class _ManyOptions(forms.CheckboxSelectMultiple):
    template_name = "pages/widgets/options.html"
    option_template_name = "pages/widgets/option.html"


def _options() -> forms.Widget:
    return _Options()


def _many_options() -> forms.Widget:
    return _ManyOptions()


@dataclass(frozen=True, slots=True)
class Answer:
    """The words of a choice, with a smaller line where there is more to say."""

    words: str
    hint: str = ""

    def __str__(self) -> str:
        return self.words


def _answers(inner: Any, extra: Mapping[str, Any]) -> list[tuple[str, Any]] | None:
    if get_origin(inner) is Literal:
        values = [str(value) for value in get_args(inner)]
    elif isinstance(inner, type) and issubclass(inner, Enum):
        values = [str(member.value) for member in inner]
    else:
        return None
    said = extra.get("choices", {})
    return [(value, _answer(value, said.get(value))) for value in values]


def _answer(value: str, said: Any) -> Answer:
    if isinstance(said, (list, tuple)):
        return Answer(*said)
    words = said or value.replace("_", " ") or "Not said"
    return Answer(words[:1].upper() + words[1:])


def _without_none(annotation: Any) -> tuple[Any, bool]:
    if get_origin(annotation) in (Union, types.UnionType):
        rest = [part for part in get_args(annotation) if part is not type(None)]
        return (rest[0] if len(rest) == 1 else str), len(rest) < len(get_args(annotation))
    return annotation, False


def _is_model(inner: Any) -> bool:
    return isinstance(inner, type) and issubclass(inner, BaseModel)


def _extra(info: FieldInfo) -> dict[str, Any]:
    return info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}


def _title(name: str, info: FieldInfo) -> str:
    words = info.title or name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _box(more: Mapping[str, Any] | None = None, css: str = "in") -> dict[str, Any]:
    return {"class": css, **(more or {})}


def _reason(finding: Finding) -> str:
    return f"overrule-{finding.key}"


def _plain(value: Any) -> dict[str, Any]:
    return value.model_dump() if isinstance(value, BaseModel) else dict(value)


def _whole(text: Any, otherwise: int) -> int:
    return min(int(text), MOST_ROWS) if str(text).isdigit() else otherwise


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:] if words[1:2].islower() else words
