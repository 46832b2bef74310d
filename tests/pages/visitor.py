"""Somebody at the counter: no account, a browser, and what they type."""

from __future__ import annotations

import html
import io
import re
from typing import Any
from uuid import UUID

import pikepdf
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from townwright.office.cases.models import Case
from townwright.office.permits.models import Draft, Permit
from townwright.office.places.models import Parcel

#: The answers to every step of an application, as the page sends them.
WORK = {
    "work_types": ["enlarge"],
    "nature": "Rear deck, 12 by 16 feet",
    "location": "Behind the house",
    "extent": "The rear wall",
    "scope": "Footings, frame, stairs",
    "cost": "$18,000",
    "area": "192",
}
BUILDINGS = {
    "buildings-count": "1",
    "buildings-0-what": "House",
    "buildings-0-occupancy": "R-3",
    "buildings-0-tax_map": "17-1-1",
    "buildings-0-address": "38 Lakeside Terrace",
}
QUESTIONS = {
    "work__foundation": "True",
    "work__slab": "False",
    "work__framed": "True",
    "work__gypsum_board": "False",
    "work__systems": ["none"],
    "work__rated_assemblies": "False",
    "work__vents": ["none"],
    "work__conditioned": "False",
}
PEOPLE = {
    "you_are": "owner",
    "you-count": "1",
    "you-0-name": "Dara Ortiz",
    "you-0-phone": "(845) 555-0181",
    "owner-count": "1",
    "owner-0-kind": "person",
}
BUILDERS = {
    "no_contractor": "on",
    "contractor-count": "1",
    "contractor-0-kind": "person",
    "designer-count": "1",
    "designer-0-name": "A. Novak",
    "designer-0-kind": "person",
    "designer-0-profession": "architect",
    "designer-0-license_number": "031245",
    "designer-0-license_ends": "2031-06-30",
    "designer-0-firm_name": "Novak and Lind Architects",
}
SIGNED = {"signed_as": "owner", "signed_by": "Dara Ortiz", "declared": "on"}


class Visitor:
    """A browser without an account."""

    def __init__(self) -> None:
        self.client = Client()

    def get(self, address: str, **data: Any) -> Any:
        """A page of the counter."""
        return self.client.get(f"/chester{address}", data)

    def post(self, address: str, data: dict[str, Any] | None = None) -> Any:
        """A form that is sent."""
        return self.client.post(f"/chester{address}", data or {})

    def counted(self, address: str) -> int:
        """How many queries a page takes that was opened before: the first page of a process reads the law too."""
        self.get(address)
        with CaptureQueriesContext(connection) as asked:
            answer = self.get(address)
        assert answer.status_code == 200, address
        return len(asked)

    # -- an application ------------------------------------------------------------------------------------------

    def begins(self) -> Draft:
        """A new application."""
        answer = self.post("/apply/")
        assert answer.status_code == 302
        return Draft.objects.get(code=answer["Location"].split("/")[3])

    def step(self, draft: Draft, name: str, data: dict[str, Any], **query: str) -> Any:
        """The answers to a step are sent."""
        asked = "?" + "&".join(f"{key}={value}" for key, value in query.items()) if query else ""
        answer = self.post(f"/apply/{draft.code}/{name}/{asked}", data)
        draft.refresh_from_db()
        return answer

    def reads(self, draft: Draft, name: str) -> Any:
        """The page of a step."""
        return self.get(f"/apply/{draft.code}/{name}/")

    def written(self, parcel: Parcel) -> Draft:
        """An application with every step answered, up to the signature."""
        draft = self.begins()
        sheets = [("work", WORK), ("buildings", BUILDINGS), ("questions", QUESTIONS), ("people", PEOPLE)]
        for name, data in [("place", {"add": str(parcel.pk)}), *sheets, ("builders", BUILDERS)]:
            answer = self.step(draft, name, data)
            assert answer.status_code == 302, (name, said(answer))
        self.step(draft, "papers", {"files": [pdf_file("A-1.pdf")], "kind": "plans"})
        self.step(draft, "papers", {"go": "1"})
        return draft

    def signs(self, draft: Draft, **others: Any) -> Permit:
        """The application is signed and sent."""
        answer = self.step(draft, "sign", {**SIGNED, **others})
        assert answer.status_code == 302, said(answer)
        return Permit.objects.select_related("case").get(case_id=draft.submitted_case_id)


def follow(case: Case, more: str = "") -> str:
    """The address that the link of a case opens."""
    return f"/follow/{case.link_code}/{more}"


def do(case: Case, act: str, of: UUID | None = None) -> str:
    """The address of something to do in a case."""
    return follow(case, f"do/{act}/" + (f"{of}/" if of else ""))


def said(answer: Any) -> str:
    """The words of a page, without its marks."""
    text = re.sub(r"<(script|style|title)\b.*?</\1>", " ", answer.content.decode(), flags=re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def pdf_file(name: str, sheets: int = 1) -> SimpleUploadedFile:
    """A small PDF."""
    made = pikepdf.Pdf.new()
    for _ in range(sheets):
        made.add_blank_page()
    content = io.BytesIO()
    made.save(content)
    return SimpleUploadedFile(name, content.getvalue(), "application/pdf")


def photo(name: str = "deck.jpg") -> SimpleUploadedFile:
    """A photograph from a telephone."""
    content = io.BytesIO()
    Image.new("RGB", (30, 20), "green").save(content, "JPEG")
    return SimpleUploadedFile(name, content.getvalue(), "image/jpeg")
