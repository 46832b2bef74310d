"""How long Find takes: an office of invented parcels and permits, each question asked several times.

``.venv/bin/python bench/find.py [HOW_MANY]`` (200,000). Times are processor time on SQLite and rank only; what should
stay the same everywhere is that the number of queries does not grow with the records.
"""

import os
import random
import sys
import tempfile
from pathlib import Path
from time import process_time
from uuid import UUID

sys.path.insert(0, str(Path(__file__).parent.parent))

STREETS = [
    f"{name} {kind}"
    for name in [
        "Hambleton",
        "Greycourt",
        "Surrey",
        "Durland",
        "Quarry",
        "Orchard",
        "Laroe",
        "Bull",
        "Mill",
        "Kings",
        "Sugarloaf",
        "Camp",
        "Tetz",
        "Ridge",
        "Pine",
        "Elm",
        "Lehigh",
        "Academy",
        "Carpenter",
        "Winkler",
        "Borden",
        "Summer",
        "Winter",
        "Sleepy",
        "Hollow",
        "Goose",
        "Pond",
        "Lake",
        "Black",
        "Meadow",
    ]
    for kind in ("St", "Ave", "Rd", "Ln", "Dr", "Hill Rd")
]
SYLLABLES = [
    "ba",
    "be",
    "bri",
    "do",
    "dal",
    "fen",
    "ge",
    "gran",
    "hol",
    "jes",
    "kor",
    "lin",
    "lo",
    "mar",
    "mel",
    "nor",
    "os",
    "pel",
    "quin",
    "ros",
    "san",
    "tan",
    "ver",
    "wil",
    "zan",
]
QUESTIONS = (
    "BP-2019-00412", "19-412", "1.1-2-2", "1202 greycourt avenue", "1202 Graycort Ave", "surrey rd", "rd",
    "1500 Durland Boulevard", "{name}", "{misspelt} electric", "electric", "no such words here",
)  # fmt: skip


def main(how_many: int) -> None:
    """Fills an office in a temporary folder and asks it."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(TOWNWRIGHT_DATA=folder, DJANGO_SETTINGS_MODULE="townwright.site.settings")
        import django

        django.setup()
        from townwright.office import storage

        storage.open_office("bench", pack="chester", practice=True)
        with storage.bound_to("bench"):
            name = fill(how_many)
            ask(name)


def fill(how_many: int) -> str:
    """Makes the records; answers the name of one applicant."""
    from django.db import transaction

    from townwright.office.find.port import Findable, index
    from townwright.office.places import addresses, keys
    from townwright.office.storage import uuid7

    chance = random.Random(50)  # noqa: S311 - the same town every time
    names = ["".join(chance.choices(SYLLABLES, k=3)).title() for _ in range(how_many // 12)]
    parcels: list[tuple[UUID, str]] = []

    def things() -> object:
        for count in range(how_many // 3):
            address = f"{chance.randrange(1, 2400)} {chance.choice(STREETS)}"
            key = f"{count // 900 + 1}.{count % 90}-{count % 7 + 1}-{count % 131 + 1}"
            parcels.append((uuid7(), address))
            yield Findable("parcel", parcels[-1][0], title=address, number=key, public=True,
                           keys=frozenset({keys.folded(key)}), words=addresses.words(address))  # fmt: skip
        for count in range(how_many - how_many // 3):
            parcel, address = chance.choice(parcels)
            who = f"{chance.choice(names)} {chance.choice(names)}, {chance.choice(names)} Electric"
            number = f"BP-{1990 + count % 36}-{count // 36:05}"
            yield Findable("permit", uuid7(), title=f"Permit {number}", number=number, line=address,
                           words=f"{addresses.words(address)} {who}", parcel_id=parcel)  # fmt: skip

    start = process_time()
    with transaction.atomic():
        index(things())  # type: ignore[arg-type]
    print(f"{how_many:,} records indexed in {process_time() - start:,.0f} s")
    return names[0]


def ask(name: str) -> None:
    """Asks each question five times and prints the middle one's time, the queries and how much was found."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from townwright.office.find.port import find

    print(f"{'question':32} {'ms':>8} {'queries':>8} {'exact':>6} {'near':>5}")
    for question in QUESTIONS:
        text = question.format(name=name, misspelt=name[:-2] + name[-1] + name[-2])
        times = []
        for _ in range(5):
            start = process_time()
            found = find(text)
            times.append((process_time() - start) * 1000)
        with CaptureQueriesContext(connection) as asked:
            find(text)
        print(f"{text:32} {sorted(times)[2]:8.1f} {len(asked):8} {len(found.exact):6} {len(found.near):5}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
