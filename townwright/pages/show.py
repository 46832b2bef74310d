"""Writes any value that may stand on a page as HTML: escaped, and with its meaning marked.

The one place that knows how a date, an amount, a section or a state looks inside a sentence or a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

from townwright.pages import words
from townwright.pages.inline import Button, Cite, Day, Deadline, Link, Mark, Number, Quiet, Strong, Tag, Under

EMPTY = format_html("{}", "")


def html(value: Any, law: str = "") -> SafeString:
    """A value as HTML. `law` is the address of the Law page, to which sections link; empty prints them bare.

    Raises `TypeError` for a value that has no way of being shown, so that no object's name reaches a page.
    """
    match value:
        case None:
            return EMPTY
        case bool():
            return SafeString("yes" if value else "no")
        case str():
            return conditional_escape(value)
        case int():
            return SafeString(words.count(value))
        case Decimal():
            return format_html('<span class="num">{}</span>', words.money(value))
        case date():
            return _time(value, words.moment(value) if isinstance(value, datetime) else words.day(value))
        case time():
            return SafeString(words.hour(value))
        case tuple() | list():
            return format_html_join("", "{}", ((html(part, law),) for part in value))
    return _marked(value, law)


def _marked(value: Any, law: str) -> SafeString:
    match value:
        case Link():
            return format_html('<a{} href="{}">{}</a>', _class("num" if value.number else ""), value.href, value.words)
        case Tag():
            return format_html('<span class="tag {}">{}</span>', value.shape, value.words)
        case Cite():
            return cite(value, law)
        case Day():
            return _time(value.day, _MANNERS[value.manner](value.day), value.pressure)
        case Deadline():
            return deadline(value)
        case Number():
            said = f"{value.value:,}" + (f" {value.unit}" if value.unit else "")
            return format_html('<span class="{}">{}</span>', f"num {value.pressure}".strip(), said)
        case Strong():
            return format_html("<b>{}</b>", html(value.words, law))
        case Quiet():
            return format_html('<span class="quiet">{}</span>', html(value.words, law))
        case Mark():
            return format_html("<mark>{}</mark>", value.words)
        case Under():
            return format_html('{}<span class="sub">{}</span>', html(value.main, law), html(value.sub, law))
        case Button():
            style = "btn btn-s" + (" btn-1" if value.first else "") + (" btn-bad" if value.bad else "")
            about = format_html('<span class="vh"> {}</span>', value.about) if value.about else ""
            return format_html('<a class="{}" href="{}">{}{}</a>', style, value.href, value.words, about)
    raise TypeError(f"a page cannot show a {type(value).__name__}")


def cite(value: Cite, law: str = "") -> SafeString:
    """A section of the law as a link to the Law page; as text where there is none."""
    if not value.section:
        return EMPTY
    if not law:
        return format_html('<span class="cite">{}</span>', value.section)
    return format_html('<a class="cite" href="{}">{}</a>', law_address(value, law), value.section)


def law_address(value: Cite, law: str) -> str:
    """Where the Law page shows a section: `?at=` takes a provision's id or the section as cited."""
    place = f"#{value.provision}" if value.provision else ""
    return f"{law}?{urlencode({'at': value.provision or value.section})}{place}"


def deadline(value: Deadline) -> SafeString:
    """The nominal date, and under it the day by which to act where that is another day."""
    first = _time(value.nominal, words.day(value.nominal), value.pressure)
    if value.act_by is None or value.act_by == value.nominal:
        return first
    return format_html('{}<span class="sub">act by {}</span>', first, _time(value.act_by, words.day(value.act_by)))


_MANNERS: dict[str, Callable[[date], str]] = {
    "long": words.day,
    "short": words.shortday,
    "bare": lambda day: words.shortday(day, year=False),
}


def _time(value: date, said: str, pressure: str = "") -> SafeString:
    return format_html('<time{} datetime="{}">{}</time>', _class(pressure), value.isoformat(), said)


def _class(name: str) -> SafeString:
    return format_html(' class="{}"', name) if name else EMPTY
