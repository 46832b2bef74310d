"""The permit paper (sheet and placard) by our press, against WeasyPrint printing an equal permit from HTML.

``bench/run papers [TURNS]`` (15). Both get the same data, fonts and square code, and a new permit number each time, so
that neither can answer from what it remembers; fonts and stylesheet are read once. WeasyPrint's default PDF is the
plainer one; "as PDF/UA-1" is tagged like ours. Ours is PDF/A-2a and PDF/UA-1 in one.
"""

from __future__ import annotations

import io
import sys
from datetime import date
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

import pikepdf
from timing import medians, print_ratios
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

from tests.office.paper_samples import AT, USUAL
from townwright.office.papers import forms, press

HERE = Path(__file__).parent
CODE = "7Q4M 2KXD 9HRT"


def main(turns: int) -> None:
    """Prints both papers in turns."""
    permit = USUAL["permit"]
    assert isinstance(permit, forms.Permit)
    qr = press.qr_svg(permit.letterhead.genuine_url + CODE.replace(" ", ""))
    data: dict[str, Any] = {
        **permit.for_press(),
        "subject": str(permit.title),
        "qr": qr,
        "proof": {"code": CODE, "register": "1,204", "content": "9f2c 41aa 07de 55b0"},
    }
    fonts, numbers = FontConfiguration(), count(1)
    style = CSS(string=faces() + (HERE / "papers.css").read_text(encoding="utf-8"), font_config=fonts)

    def ours() -> bytes:
        return press.press("permit", {**data, "number": next_number()}, at=AT)

    def weasyprint(**options: Any) -> bytes:
        page = as_html(permit.model_copy(update={"number": next_number()}), qr)
        return HTML(string=page).write_pdf(stylesheets=[style], font_config=fonts, **options) or b""

    def next_number() -> str:
        return f"BP-2026-{next(numbers):04}"

    contestants = {
        "Townwright (typst), PDF/A-2a and PDF/UA-1": ours,
        "WeasyPrint, plain PDF": weasyprint,
        "WeasyPrint, as PDF/UA-1": lambda: weasyprint(pdf_variant="pdf/ua-1"),
    }
    notes = {name: described(print_it()) for name, print_it in contestants.items()}
    print_ratios(medians(contestants, turns=turns), next(iter(contestants)), notes)


def described(pdf: bytes) -> str:
    """How large a PDF is."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return f"{len(opened.pages)} sheets, {len(pdf) // 1024:3} KiB"


def as_html(permit: forms.Permit, qr: str) -> str:
    """The same permit as a page of HTML."""
    fee = permit.fee
    assert fee is not None and permit.begin_by is not None and permit.signature is not None
    facts = {
        "Holder": ", ".join(party.name for party in permit.holders),
        "Place": f"{permit.places[0].address}. Tax map {permit.places[0].tax_map}",
        "Work": permit.work,
        "Documents": permit.documents,
        "Contractor": ", ".join(party.name for party in permit.contractors),
        "Fee": f"${fee.amount:,} paid, receipt {fee.receipt}, {fee.schedule}",
    }
    boxes = {"Issued": permit.issued, "Begin work by": permit.begin_by.nominal,
             "In force through": permit.in_force_through.nominal}  # fmt: skip
    words = {
        "title": permit.title,
        "number": permit.number,
        "code": CODE,
        "town": permit.letterhead.town,
        "office": permit.letterhead.office,
        "lead": permit.lead,
        "inspections": "; ".join(permit.inspections),
        "inspections_cite": permit.inspections_cite,
        "signer": permit.signature.name,
        "signs_as": permit.signature.office,
        "genuine": permit.letterhead.genuine,
        "notice": permit.placard.notice.text,
        "address": permit.places[0].address,
        "placard_work": permit.placard.work,
        "until": in_words(permit.in_force_through.nominal),
    }
    markup = {
        "facts": "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in facts.items()),
        "boxes": "".join(f'<div class="box">{name}<b>{in_words(day)}</b></div>' for name, day in boxes.items()),
        "directives": sentences(permit.directives),
        "conditions": sentences(permit.conditions),
        "elements": "".join(f"<tr><td>{escape(one)}</td><td></td><td></td></tr>" for one in permit.placard.elements),
        "placard_foot": "<br>".join(escape(line) for line in permit.placard.foot),
        "qr": qr,
    }
    template = (HERE / "papers.html").read_text(encoding="utf-8")
    return template.format(**{name: escape(said) for name, said in words.items()}, **markup)


def sentences(said: list[forms.Said]) -> str:
    """Numbered sentences with their sections."""
    return "".join(f"<li>{escape(one.text)} <i>{escape(one.cite)}</i></li>" for one in said)


def in_words(day: date) -> str:
    """A date as the paper writes it."""
    return f"{day:%a} {day.day} {day:%B %Y}"


def faces() -> str:
    """The fonts that our papers use, for a stylesheet."""
    weights = {"Regular": "400", "Italic": "400; font-style: italic", "Bold": "700", "ExtraBold": "800"}
    families = {"Newsreader": "Newsreader", "NewsreaderDisplay": "Newsreader Display", "PublicSans": "Public Sans"}
    rules = []
    for path in sorted(press.FONTS.glob("*.ttf")):
        family, _, kind = path.stem.partition("-")
        if family in families:
            named = f'font-family: "{families[family]}"; font-weight: {weights[kind]}'
            rules.append(f"@font-face {{ {named}; src: url({path.as_uri()}) }}")
    return "\n".join(rules)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
