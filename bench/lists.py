"""Pages of the desk at 1,000, 20,000 and 200,000 permits: how much longer each takes, and its number of queries.

``bench/run lists [--open SHARE] [--most-open COUNT] [SIZE ...]``

Three offices with the same practice cases, filled up with copies of them (`growth.py`) in a folder that is thrown away.
``--open`` is the share of permits that are open cases (0.05): so a town twenty times larger has twenty times the work
on its desks. ``--most-open`` keeps the open ones at a number: a town that has only grown older. The offices are
looked at in turns within one run; a ratio of 1.0 says that a page does not grow.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any

from timing import medians

TODAY = date(2026, 11, 17)


def main() -> None:
    """Builds the offices and looks at them."""
    parser = argparse.ArgumentParser(prog="bench/run lists", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sizes", nargs="*", type=int, default=[1_000, 20_000, 200_000], metavar="SIZE")
    parser.add_argument("--open", type=float, default=0.05, metavar="SHARE", help="share of open cases (0.05)")
    parser.add_argument("--most-open", type=int, metavar="COUNT", help="at most so many open cases")
    parser.add_argument("--turns", type=int, default=5, help="how often each page is asked for (5)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="build the offices there, or use those that are there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as thrown_away:
        folder = options.keep or Path(thrown_away)
        os.environ.update(TOWNWRIGHT_DATA=str(folder), DJANGO_SETTINGS_MODULE="townwright.site.settings")
        import django

        django.setup()
        slugs = {f"size-{size}": size for size in options.sizes}
        if missing := [slug for slug in slugs if not (folder / slug).is_dir()]:
            build({slug: slugs[slug] for slug in missing}, options.open, options.most_open, folder)
        report(slugs, options.turns)


def build(slugs: dict[str, int], open_share: float, most_open: int | None, folder: Path) -> None:
    """One practice office, copied and grown."""
    from django.db import connections
    from growth import grow

    from townwright.office import storage
    from townwright.practice import open_practice_offices

    if not storage.exists("chester"):
        open_practice_offices(today=TODAY, only="chester", say=tell)
    connections.close_all()
    for slug, size in slugs.items():
        shutil.copytree(folder / "chester", folder / slug)
        start = perf_counter()
        with storage.bound_to(slug):
            grow(size, open_share, most_open)
        connections.close_all()
        tell(f"{slug}: {size:,} permits in {perf_counter() - start:,.0f} s")


def tell(line: str) -> None:
    """What is going on, apart from the results."""
    print(line, file=sys.stderr, flush=True)


def report(slugs: dict[str, int], turns: int) -> None:
    """Asks every office for every page and prints the table."""
    first, *others = slugs
    print(f"{'':44}" + "".join(f"{size:>18,}" for size in slugs.values()) + " permits")
    for name, ask in pages(first).items():
        asked = {slug: queries(slug, ask) for slug in slugs}
        took = medians({slug: in_office(slug, ask) for slug in slugs}, turns=turns)
        cells = [f"{asked[slug]:4} q {took[slug] / took[first]:8.2f}x  " for slug in (first, *others)]
        print(f"{name:44}" + "".join(f"{cell:>18}" for cell in cells), flush=True)


Ask = Callable[[], Any]


def pages(slug: str) -> dict[str, Callable[[str], Any]]:
    """The pages, by what they are called; each takes an office and asks it."""
    from townwright.desk import lists
    from townwright.office import storage
    from townwright.office.permits.models import Permit

    with storage.bound_to(slug):
        permit = Permit.objects.select_related("case").get(case__number="BP-2026-0009")
        case, parcel = permit.case_id, permit.parcel_id
        every = lists.every()
    found: dict[str, Callable[[str], Any]] = {
        "Today": page("/desk/"),
        "A case": page(f"/desk/cases/{case}/"),
        "A parcel": page(f"/desk/parcels/{parcel}/"),
        "Find, a number": page("/desk/find/?q=BP-2026-0001"),
        "Find, an address": page("/desk/find/?q=22+Old+Orchard+Spur"),
        "Find, an address misspelt": page("/desk/find/?q=1202+Graycort+Ave"),
        "Find, a street": page("/desk/find/?q=surrey+rd"),
        "Counter: a property": page(f"/property/{parcel}/"),
    }
    return found | {f"List: {each.title}": page(f"/desk/lists/{name}/") for name, each in every.items()}


def page(address: str) -> Callable[[str], Any]:
    """A page of an office, asked for by its officer."""

    def ask(slug: str) -> Any:
        answer = client(slug).get(f"/{slug}{address}", follow=True)
        assert answer.status_code == 200, (slug, address, answer.status_code)
        return b"".join(answer.streaming_content) if answer.streaming else answer.content

    return ask


_clients: dict[str, Any] = {}


def client(slug: str) -> Any:
    """A browser in which the officer of an office is signed in."""
    from django.test import Client

    from townwright.office import storage
    from townwright.office.staff.models import Account

    if slug not in _clients:
        with storage.bound_to(slug):
            made = Client(SERVER_NAME="127.0.0.1")
            officer = Account.objects.get(username="officer")
            made.force_login(officer, backend="django.contrib.auth.backends.ModelBackend")
        _clients[slug] = made
    return _clients[slug]


def in_office(slug: str, ask: Callable[[str], Any]) -> Ask:
    """The page as something to be timed."""
    return lambda: ask(slug)


def queries(slug: str, ask: Callable[[str], Any]) -> int:
    """How many queries a page takes, after it was asked for once."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from townwright.office import storage

    ask(slug)
    with storage.bound_to(slug), CaptureQueriesContext(connection) as asked:
        ask(slug)
        return len(asked)


if __name__ == "__main__":
    main()
