"""The town's own published text of its code, loaded and withdrawn by acts; the pack stays what the office works by."""

from __future__ import annotations

import hashlib
from datetime import date
from uuid import UUID

from django.db.models import Max
from pydantic import Field

from townwright.law.calendar import in_words
from townwright.office.laws import published
from townwright.office.laws.models import CodeSection, CodeText
from townwright.office.register.actors import Role
from townwright.office.register.acts import ADMINISTRATORS, Act, Doing, act
from townwright.office.register.errors import InputError

#: Who keeps the text: the clerk too, who has the code book.
KEEPERS = ADMINISTRATORS | {Role.CLERK}
#: Longest text of one load, and most sections: far above any chapter.
LONGEST, MOST = 2_000_000, 2_000
#: Longest name of a section.
_NAME = 80


class LoadText(Act):
    """Published text of the town's code, as plain words with its "§" headings."""

    source: str = Field(
        title="Source",
        min_length=1,
        max_length=200,
        description="Who published it, and when: “General Code, printed …”.",
    )
    as_of: date = Field(title="As of", description="The day whose law the text states; it is shown from that day on.")
    text: str = Field(
        title="Text",
        min_length=1,
        max_length=LONGEST,
        description="Each section begins with a line of its own: § 50-4 Building permits.",
        json_schema_extra={"widget": "textarea", "secret": True},
    )


@act("code_text.load", title="Load published text of the code", by=KEEPERS)
def load(doing: Doing[CodeText], given: LoadText) -> None:
    """Keeps the text section by section. A section that is on file as of the same day is replaced, and stays on file.

    The register has the sections and the SHA-256 of their text, not its words.
    """
    parts = published.sections_of(given.text)
    errors: dict[str, str] = {}
    if not parts:
        errors["text"] = "No section was found. Each begins with a line like “§ 50-4 Building permits”."
    elif len(parts) > MOST:
        errors["text"] = f"{len(parts):,} sections are more than can be loaded at once: at most {MOST:,}."
    elif long := [part.cite for part in parts if len(part.cite) > _NAME]:
        errors["text"] = f"{long[0][:_NAME]} … is too long for the number of a section."
    if given.as_of > doing.on:
        errors["as_of"] = "The text states the law of a day that has not come yet."
    if errors:
        raise InputError(errors)
    replaced = CodeSection.objects.filter(
        of__as_of=given.as_of, withdrawn_on=None, slug__in=[part.slug for part in parts]
    ).update(withdrawn_on=doing.on, why_withdrawn="Loaded again")
    seq = (CodeText.objects.aggregate(last=Max("seq"))["last"] or 0) + 1
    row = CodeText.objects.create(source=given.source, as_of=given.as_of, loaded_on=doing.on, seq=seq)
    CodeSection.objects.bulk_create(
        CodeSection(of=row, cite=part.cite, slug=part.slug, heading=part.heading[:200], text=part.text, place=place)
        for place, part in enumerate(parts)
    )
    doing.made(row)
    again = f", {replaced} of them in place of earlier ones" if replaced else ""
    count = "1 section" if len(parts) == 1 else f"{len(parts)} sections"
    doing.say(f"Published text of {count} loaded, as of {in_words(given.as_of)}: {given.source}{again}")
    digest = hashlib.sha256("\n\n".join(part.text for part in parts).encode()).hexdigest()
    doing.changed({}, {"sections": [part.cite for part in parts], "sha256": digest, "replaced": replaced})


class WithdrawText(Act):
    """Published text that shall be shown no more."""

    text: UUID = Field(title="Text", json_schema_extra={"widget": "hidden"})
    section: str = Field(
        default="", title="Section", max_length=_NAME, description="As it is cited. Left empty: every section of it."
    )
    why: str = Field(title="Why", min_length=1, max_length=200, description="Loaded by mistake, no right to show it.")


@act("code_text.withdraw", title="Withdraw published text of the code", by=ADMINISTRATORS)
def withdraw(doing: Doing[CodeText], given: WithdrawText) -> None:
    """Takes published text, or a section of it, off every page; it stays on file."""
    row = CodeText.objects.filter(pk=given.text).first()
    if row is None:
        raise InputError({"text": "There is no such text."})
    shown = row.sections.filter(withdrawn_on=None)
    if given.section:
        shown = shown.filter(slug=published.slug_of(given.section))
    cites = list(shown.values_list("cite", flat=True))
    if not cites:
        raise InputError({"section" if given.section else "text": "Nothing of it is shown now."})
    shown.update(withdrawn_on=doing.on, why_withdrawn=given.why)
    doing.made(row)
    which = cites[0] if given.section else "1 section" if len(cites) == 1 else f"{len(cites)} sections"
    doing.say(f"Published text withdrawn, {which} of {row.source}: {given.why}")
    doing.changed({"shown": cites}, {"shown": []})
