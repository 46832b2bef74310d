"""Form fields that read what people write: amounts, days, whole numbers, lines, kept files.

Each says in plain words what is wrong and keeps what was typed.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar, cast

from django import forms
from django.core.exceptions import ValidationError

from townwright.office import clock
from townwright.office.files.errors import UnusableFile
from townwright.pages.uploads import KEEPERS, Kept, kept_by, token_of

T = TypeVar("T")

NEEDED = "This must be answered."
ONE_A_LINE = "One a line."

_AMOUNT = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?|\.(\d+)", re.ASCII)
_WHOLE = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+)", re.ASCII)
_FRACTION = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+)?\.\d+", re.ASCII)
_MONTHS = [name.lower() for name in calendar.month_name[1:]]
_WEEKDAYS = [name.lower() for name in calendar.day_name]
_EARLIEST, _LATEST = 1600, 2199


def read_amount(text: str) -> Decimal:
    """An amount as people write it: "$1,290", "1290.5", "-40.00". Raises `ValueError` in plain words."""
    bare = text.strip().replace("$", "").replace(" ", "").removeprefix("+")
    minus, bare = bare.startswith("-"), bare.removeprefix("-")
    if (found := _AMOUNT.fullmatch(bare)) is None:
        if re.fullmatch(r"\d+,\d{1,2}", bare):
            whole, cents = bare.split(",")
            raise ValueError(
                f"“{text.strip()}” can be read in two ways. Write the cents after a point: {whole}.{cents:0<2}."
            )
        raise ValueError(f"“{text.strip()}” is not an amount. Write it like 1,290.00.")
    whole, cents = (found[1] or "0").replace(",", ""), found[2] or found[3] or ""
    if len(cents.rstrip("0")) > 2:
        raise ValueError(f"“{text.strip()}” has parts of a cent. Write two figures after the point.")
    value = Decimal(f"{whole}.{cents or '0'}").quantize(Decimal("0.01"))
    return -value if minus else value


def read_day(text: str) -> date:
    """A day as people write it: "2026-03-02", "3/2/2026", "March 2, 2026", "Mon 2 March 2026".

    A weekday that is written must agree with the date. Raises `ValueError` in plain words.
    """
    said = text.strip()
    if found := re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", said):
        return _day(said, int(found[1]), int(found[2]), int(found[3]))
    if found := re.fullmatch(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d+)", said):
        if len(found[3]) == 2:
            raise ValueError(
                f"“{said}”: write all four figures of the year, like 3/2/20{found[3]} or 3/2/19{found[3]}."
            )
        return _day(said, int(found[3]), int(found[1]), int(found[2]))
    words = re.findall(r"[A-Za-z]+|\d+", said)
    weekday = words.pop(0) if words and _named(words[0], _WEEKDAYS) is not None else None
    months = [word for word in words if not word.isdigit() and word.lower() not in ("st", "nd", "rd", "th")]
    figures = [word for word in words if word.isdigit()]
    month = _named(months[0], _MONTHS) if len(months) == 1 else None
    if month is None or len(figures) != 2:
        raise ValueError(f"“{said}” is not a date. Write it like 3/2/2026 or 2 March 2026.")
    if len(figures[1]) != 4:
        raise ValueError(f"“{said}”: write all four figures of the year.")
    found_day = _day(said, int(figures[1]), month + 1, int(figures[0]))
    if weekday is not None and _named(weekday, _WEEKDAYS) != found_day.weekday():
        raise ValueError(f"“{said}”: that day is a {found_day:%A}. Check the weekday and the date.")
    return found_day


def _named(word: str, names: Sequence[str]) -> int | None:
    """Place of a month or weekday that is written out or shortened to three letters or more."""
    word = word.lower()
    return next((place for place, name in enumerate(names) if len(word) >= 3 and name.startswith(word)), None)


def _day(said: str, year: int, month: int, day: int) -> date:
    if not _EARLIEST <= year <= _LATEST:
        this_year = clock.today().year
        raise ValueError(f"The year {year}? Write all four figures of it, like {this_year}-{month:02}-{day:02}.")
    try:
        return date(year, month, day)
    except ValueError:
        raise ValueError(f"“{said}”: there is no such day. Check the month and the day.") from None


class DayInput(forms.DateInput):
    """The browser's own date box; a plain one where what was typed is no date, so that it can be mended."""

    input_type = "date"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%d")

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """The box's type follows its content."""
        context = super().get_context(name, value, attrs)
        shown = context["widget"]["value"]
        context["widget"]["type"] = "date" if not shown or re.fullmatch(r"\d{4}-\d\d-\d\d", str(shown)) else "text"
        return context


class Looks(forms.Field):
    """What every field of ours carries beside Django's own.

    `who` must answer it, its `unit`, the `group` it stands in, and whether it says that it may be left empty.
    """

    who: str = ""
    unit: str = ""
    group: str = ""
    says_optional: bool = False


class DayField(Looks):
    """A calendar day."""

    widget = DayInput

    def to_python(self, value: Any) -> date | None:
        """The day that was written. Raises `ValidationError` in plain words."""
        return _read(read_day, value)


class MoneyField(Looks):
    """An amount in dollars and cents."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> Decimal | None:
        """The amount that was written. Raises `ValidationError` in plain words."""
        return _read(read_amount, value)

    def prepare_value(self, value: Any) -> Any:
        """An amount in the box has its cents and no dollar sign; what was typed stays as it was."""
        return f"{value:,.2f}" if isinstance(value, Decimal) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the amount is another one, however it is written."""
        try:
            return self.to_python(initial) != self.to_python(data)
        except ValidationError:
            return True


class FigureField(Looks):
    """A number that is no money: whole, or with a fraction where `whole` is False."""

    widget = forms.TextInput

    def __init__(self, *, whole: bool = True, **kwargs: Any) -> None:
        self.whole = whole
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> int | Decimal | None:
        """The number that was written. Raises `ValidationError` in plain words."""
        return _read(self._figure, value)

    def _figure(self, text: str) -> int | Decimal:
        bare = text.strip().removesuffix(self.unit).strip() if self.unit else text.strip()
        if _WHOLE.fullmatch(bare):
            plain = bare.replace(",", "")
            return int(plain) if self.whole else Decimal(plain)
        if not self.whole and _FRACTION.fullmatch(bare):
            return Decimal(bare.replace(",", ""))
        kind = "a whole number" if self.whole else "a number"
        raise ValueError(f"“{text.strip()}” is not {kind}. Write it like {'1,200' if self.whole else '1,200.5'}.")


class LinesField(Looks):
    """Several answers, one a line."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> list[str]:
        """The lines that have something on them."""
        lines = value if isinstance(value, list) else str(value or "").splitlines()
        return [line.strip() for line in lines if line.strip()]

    def prepare_value(self, value: Any) -> Any:
        """A list in the box stands one a line."""
        return "\n".join(value) if isinstance(value, (list, tuple)) else value


class TextField(Looks, forms.CharField):
    """Words."""


class HourField(Looks, forms.TimeField):
    """A time of day."""


class ChoiceField(Looks, forms.TypedChoiceField):
    """One of several answers."""


class ChoicesField(Looks, forms.TypedMultipleChoiceField):
    """Several of several answers."""


class TickField(Looks, forms.BooleanField):
    """Yes, if ticked."""


class FilesInput(forms.FileInput):
    """A file box that remembers, in signed hidden fields, what it was given before."""

    template_name = "pages/widgets/files.html"
    needs_multipart_form = True

    def __init__(self, attrs: dict[str, Any] | None = None, *, many: bool = False) -> None:
        self.allow_multiple_selected = many
        self.many = many
        super().__init__({**(attrs or {}), **({"multiple": True} if many else {})})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[Any]:
        """Files that were kept before, and those that come now."""
        tokens = data.getlist(f"{name}-kept") if hasattr(data, "getlist") else data.get(f"{name}-kept", [])
        dropped = set(data.getlist(f"{name}-drop") if hasattr(data, "getlist") else data.get(f"{name}-drop", []))
        kept = [known for token in tokens if (known := kept_by(token)) is not None and known.ref not in dropped]
        new = files.getlist(name) if hasattr(files, "getlist") else [f for f in [files.get(name)] if f]
        return [*([] if new and not self.many else kept), *new]

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Whether neither a file nor a kept one came."""
        return name not in files and f"{name}-kept" not in data

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """The kept files with their tokens."""
        context = super().get_context(name, None, attrs)
        kept = [known for known in value or [] if isinstance(known, Kept)]
        context["kept"] = [(known, token_of(known)) for known in kept]
        return context


class FilesField(Looks):
    """Files for an act, kept at once, whatever else is wrong with the form. `takes` is "any" or "plans"."""

    def __init__(self, *, takes: str = "any", many: bool = False, accept: str = "", **kwargs: Any) -> None:
        self.takes = takes
        self.many = many
        self.now: list[Kept] = []
        super().__init__(widget=FilesInput({"accept": accept} if accept else {}, many=many), **kwargs)

    def clean(self, value: Any) -> Any:
        """References of the files: a list, or one. Raises `ValidationError` for each that is refused."""
        self.now, wrong = [], []
        for item in value or []:
            if isinstance(item, Kept):
                self.now.append(item)
                continue
            try:
                self.now.append(KEEPERS[self.takes](item))
            except UnusableFile as error:
                wrong.append(f"{error.name}: {error.wrong} {error.do}")
        if wrong:
            raise ValidationError(wrong)
        if self.required and not self.now:
            raise ValidationError(NEEDED)
        refs = [known.ref for known in self.now]
        return refs if self.many else refs[0] if refs else None

    def bound_data(self, data: Any, initial: Any) -> list[Kept]:
        """What the page shows again: the files that are kept now."""
        return self.now

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether there is any file."""
        return bool(data)


def _read(reader: Callable[[str], T], value: Any) -> T | None:
    if value in (None, ""):
        return None
    if not isinstance(value, str):
        return cast(T, value)
    if not value.strip():
        return None
    try:
        return reader(value)
    except ValueError as error:
        raise ValidationError(str(error)) from None
