"""Numbers of papers as they are looked up: any style finds one, and the number stays as it was written.

``BP-2026-0214`` is asked for as ``2026-0214``, ``26-214``, ``bp 2026 214`` or ``BP20260214``. Two numbers
that fold together are both shown; nothing is ever decided by a folded number alone.
"""

import re

from townwright.office.find.words import plain

_RUN = re.compile(r"[a-z]+|[0-9]+")
_YEAR = re.compile(r"(?:19|20)\d\d")


def folded(text: str) -> str:
    """A number without separators, case and leading zeros of its parts: ``PC-0474-12`` gives ``pc47412``."""
    return "".join(_short(run) for run in _runs(text))


def keys(number: str) -> frozenset[str]:
    """Every folded form under which a number is asked for.

    Beside the number itself: run together with its zeros, without its letters in front, with its year in
    two digits, and without its year where letters say which series it is (``BP-214``). A single run of
    digits has one form.
    """
    runs = _runs(number)
    if not runs:
        return frozenset()
    forms = {runs}
    year = next((place for place, run in enumerate(runs) if _YEAR.fullmatch(run)), None)
    if year is not None and len(runs) > 1:
        forms.add((*runs[:year], runs[year][2:], *runs[year + 1 :]))
        if runs[0].isalpha() and len(runs) > 2:
            forms.add((*runs[:year], *runs[year + 1 :]))
    forms |= {form[1:] for form in forms if form[0].isalpha() and len(form) > 2}
    written = {"".join(_short(run) for run in form) for form in forms}
    return frozenset(written | {folded("".join(form)) for form in forms})


def _runs(text: str) -> tuple[str, ...]:
    """Letters and digits of a number, run by run, as written but in lower case."""
    return tuple(_RUN.findall(plain(text)))


def _short(run: str) -> str:
    """A run of digits without leading zeros; zeros alone stay one zero."""
    return run if run.isalpha() else run.lstrip("0") or "0"
