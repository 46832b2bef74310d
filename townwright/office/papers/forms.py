"""What each paper holds: one pydantic model a paper, its merge fields with their labels and meanings.

A field's `title` is the label that the paper prints; a pack or an office puts another in its place by `words`
(``{"holders": "Permit holder"}``). Dates are dates, money is Decimal: the templates write them out. No model
and no template knows a town's name or the number of a section; both come in the data.

The manual of merge fields (docs/papers.md) is made from these models by `papers.manual`.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, StringConstraints, model_validator

#: Least contrast of the town's colour with white, so that white on it and it on paper can be read (WCAG
#: 1.4.3).
LEAST_CONTRAST = 4.5

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Maybe = Annotated[str, StringConstraints(strip_whitespace=True)]
#: Dollars to the cent; written into the data as a string such as "3882.00".
Money = Annotated[
    Decimal,
    Field(max_digits=14, decimal_places=2, allow_inf_nan=False),
    PlainSerializer(lambda amount: f"{amount:.2f}", return_type=str, when_used="json"),
]


class Part(BaseModel):
    """A piece of a paper. Unknown keys are refused, so a misspelt merge field never prints as a blank."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Said(Part):
    """Words of the paper with the section that they stand on."""

    text: Text = Field(description="the words")
    cite: Maybe = Field("", description="the section, as the town cites it; printed after the words")


class Fact(Part):
    """A labelled line of the paper's own, for what the town adds to it."""

    label: Text = Field(description="the label")
    text: Maybe = Field("", description="what stands there; an empty line is left out")
    cite: Maybe = Field("", description="a section")


class Party(Part):
    """A person or firm, with as much as the paper should tell."""

    name: Text = Field(description="name")
    role: Maybe = Field("", description="owner, tenant, contractor …")
    address: list[Maybe] = Field([], description="lines of the postal address")
    phone: Maybe = Field("", description="telephone")
    email: Maybe = Field("", description="e-mail")
    detail: Maybe = Field("", description="licence, insurance and the like")


class Place(Part):
    """A property as the paper names it."""

    address: Text = Field(description="street address")
    tax_map: Maybe = Field("", description="tax map number or print key")
    name: Maybe = Field("", description="the property's name, if it has one")


class Deadline(Part):
    """A date of the law: the nominal end, and the day to act by where that one differs."""

    nominal: date = Field(description="the nominal date")
    act_by: date | None = Field(None, description="the day that the law enforces, where it is another")
    why: Maybe = Field("", description="why it is another, such as the holiday")
    note: Maybe = Field("", description="what happens at the end")
    cite: Maybe = Field("", description="the section")


class Signature(Part):
    """Who signs, in which office."""

    name: Text = Field(description="name of the officer")
    office: Text = Field(description="the office, such as Code Enforcement Officer, for the town")
    how: Maybe = Field("", description="what stands in place of the pen, such as a note of the electronic signature")


class Letterhead(Part):
    """The town as its papers show it."""

    town: Text = Field(description="name of the town")
    office: Maybe = Field("", description="the office, county and State")
    address: list[Maybe] = Field([], description="lines of the office's address")
    contact: Maybe = Field("", description="telephone, e-mail, hours")
    colour: Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")] = Field(
        "#1c4a38", description="the town's colour, #rrggbb; 4.5:1 or more against white"
    )
    seal_svg: Maybe = Field("", description="the seal as SVG; without it, the mark of a house")
    genuine: Text = Field(description="where a paper is checked, as people type it")
    genuine_url: Text = Field(description="where the square code leads; the paper's code is put behind it")
    practice: bool = Field(False, description="true in a practice office: the paper then says that it has no force")

    @model_validator(mode="after")
    def _readable(self) -> Self:
        if (found := contrast_with_white(self.colour)) < LEAST_CONTRAST:
            raise ValueError(
                f"colour {self.colour} has a contrast of {found:.1f}:1 with white; {LEAST_CONTRAST} is needed"
            )
        return self


def contrast_with_white(colour: str) -> float:
    """Contrast ratio of an ``#rrggbb`` colour with white, by WCAG 2.2 (1 to 21)."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 1.05 / (luminance + 0.05)


#: Words that every paper may print, with what a pack may put in their place.
COMMON_WORDS = {
    "act_by": "Act by",
    "tax_map": "Tax map",
    "paid": "paid",
    "receipt": "receipt",
    "genuine_ask": "Is this paper genuine and still in force?",
    "genuine_go": "Scan, or go to",
    "genuine_type": "and type",
    "register": "Register",
    "content": "Content SHA-256",
    "qr_alt": "Square code that leads to the genuine check of this paper",
}


class PaperData(Part):
    """What all papers have in common."""

    kind: ClassVar[str]
    #: The template, where it is not called like the kind.
    template: ClassVar[str] = ""
    #: Further words of this paper's template that are no labels of fields.
    own_words: ClassVar[dict[str, str]] = {}

    letterhead: Letterhead = Field(description="the town as its papers show it")
    lang: Annotated[str, StringConstraints(pattern=r"^[a-z]{2}(-[A-Z]{2})?$")] = Field(
        "en-US", description="language of the words"
    )
    title: Text = Field(description="the paper's title")
    lead: Maybe = Field("", description="a sentence under the title: what this paper does, under which law")
    number: Maybe = Field("", description="the number printed at the top")
    more: list[Fact] = Field([], description="lines of the town's own, after the facts")
    signature: Signature | None = Field(None, description="who signs; without it there is no line to sign on")
    words: dict[str, Text] = Field(
        {}, description="other words for labels: name of the field or word, and what to print"
    )

    @model_validator(mode="after")
    def _known_words(self) -> Self:
        if unknown := sorted(self.words.keys() - self.labels_by_default().keys()):
            raise ValueError(f"no label is called {', '.join(unknown)}")
        return self

    @classmethod
    def labels_by_default(cls) -> dict[str, str]:
        """Label of each field that is printed under one, and the other words of the template."""
        titled = {name: field.title for name, field in cls.model_fields.items() if field.title}
        return {**COMMON_WORDS, **cls.own_words, **titled}

    def for_press(self) -> dict[str, Any]:
        """The data as the template reads it: plain JSON values, and `labels` with the pack's words put in."""
        data = self.model_dump(mode="json", exclude={"words"})
        return {**data, "labels": {**self.labels_by_default(), **self.words}}


class DocumentLine(Part):
    """One document of a round."""

    name: Text = Field(description="what it is")
    sheets: int | None = Field(None, ge=1, description="number of sheets")
    mark: Maybe = Field("", description="mark of acceptance, or date and revision")
    digest: Maybe = Field("", description="first figures of its SHA-256")


class Section(Part):
    """A part of the application form: its questions and the answers given."""

    title: Text = Field(description="title of the part")
    cite: Maybe = Field("", description="a section")
    rows: list[Fact] = Field(description="question and answer; an unanswered question prints as not answered")


class Application(PaperData):
    """The application as submitted: what was asked and answered, the documents handed in, the declaration."""

    kind = "application"
    own_words = {
        "not_answered": "not answered",
        "document": "Document",
        "sheets": "Sheets",
        "digest": "SHA-256 begins",
        "none_filed": "No documents were handed in.",
    }

    title: Text = Field("Application for a Building Permit", description="the paper's title")
    number: Text = Field(description="application number")
    received: date = Field(title="Received", description="the filing day")
    how: Maybe = Field("", title="Handed in", description="on line, at the counter, by post; who typed it in")
    round: int | None = Field(None, ge=1, title="Round", description="round of documents")
    applicants: list[Party] = Field(min_length=1, title="Applicant", description="who applies")
    owners: list[Party] = Field([], title="Owner", description="owners on the day of filing")
    places: list[Place] = Field(min_length=1, title="Place", description="the properties")
    work: Text = Field(title="Work", description="description of the work")
    cost: Money | None = Field(None, title="Cost of the work", description="as declared")
    sections: list[Section] = Field([], description="the questions of the form, part by part")
    documents: list[DocumentLine] = Field([], title="Documents handed in", description="each document")
    declarations: list[Said] = Field([], title="Declaration", description="what the signers declared")
    signed_by: list[Fact] = Field([], title="Signed", description="who signed as what, and when or how")


class Paid(Part):
    """A fee that was paid."""

    amount: Money = Field(description="dollars")
    receipt: Maybe = Field("", description="number of the receipt")
    schedule: Maybe = Field("", description="fee schedule with its resolution")


class Placard(Part):
    """The sheet for the site."""

    notice: Said = Field(description="that it is to be shown in plain view, and until when")
    work: Text = Field(description="the work in a few words")
    renewal: Maybe = Field("A renewed permit has a new placard.", description="a word under the date")
    elements: list[Text] = Field([], description="elements of work that the inspector signs off on the placard")
    foot: list[Maybe] = Field([], description="lines at the foot: whom to call for inspections")


class Permit(PaperData):
    """The building permit, with its placard as the last sheet."""

    kind = "permit"
    own_words = {
        "sign_here": "Do not cover work before it is signed here",
        "element": "Element",
        "satisfactory": "Satisfactory, date",
        "inspector": "Inspector",
    }

    title: Text = Field("Building Permit", description="the paper's title")
    number: Text = Field(description="permit number")
    holders: list[Party] = Field(min_length=1, title="Holder", description="the permit holder, all owners too")
    places: list[Place] = Field(min_length=1, title="Place", description="the properties")
    work: Text = Field(title="Work", description="the work that is allowed")
    application: Maybe = Field("", title="Application", description="number of the application")
    documents: Text = Field(title="Documents", description="the accepted set: sheets, day of acceptance, mark")
    contractors: list[Party] = Field([], title="Contractor", description="contractors")
    professionals: list[Party] = Field([], title="Design professional", description="architect, engineer")
    fee: Paid | None = Field(None, title="Fee", description="the fee paid")
    issued: date = Field(title="Issued", description="day of issue")
    begin_by: Deadline | None = Field(None, title="Begin work by", description="day by which work must begin")
    in_force_through: Deadline = Field(title="In force through", description="last day in force")
    directives: list[Said] = Field(
        min_length=1,
        title="You must",
        description="the directives of the code: follow the accepted documents, report changes …",
    )
    inspections: list[Text] = Field([], title="Inspections to ask for", description="elements to be inspected")
    inspections_cite: Maybe = Field("", description="the section on them")
    conditions: list[Said] = Field([], title="Special conditions", description="conditions of this permit")
    placard: Placard = Field(description="the sheet for the site")


class Letterlike(PaperData):
    """What papers that go by post have in common: the address shows in a window envelope."""

    to: Party = Field(description="addressee with the lines of the postal address")
    sent: date = Field(title="Date", description="day of the paper")
    copies: list[Maybe] = Field([], title="Copies to", description="who gets a copy")


class RequestItem(Said):
    """One thing that is asked for, to be answered by itself."""

    about: Maybe = Field("", description="document or sheet that it is about")


class ChangeRequest(Letterlike):
    """The request for changes: what stands in the way of the application, item by item."""

    kind = "change_request"
    own_words = {"item": "Item"}

    title: Text = Field("Request for Changes", description="the paper's title")
    number: Text = Field(description="application number")
    places: list[Place] = Field(min_length=1, title="Place", description="the properties")
    work: Text = Field(title="Work", description="the work applied for")
    received: date | None = Field(None, title="Received", description="day on which the documents came in")
    round: int | None = Field(None, ge=1, title="Round", description="round of documents")
    items: list[RequestItem] = Field(min_length=1, title="What we need from you", description="the items")
    answer_by: Deadline | None = Field(None, title="Answer by", description="day to answer by, if there is one")
    answer: list[Said] = Field([], title="How to answer", description="how, and what happens then")


class Reason(Said):
    """One reason of a disapproval."""

    quoted: Maybe = Field("", description="words of the code that are not met")


class Disapproval(Letterlike):
    """The disapproval of an application, with every reason and its section."""

    kind = "disapproval"

    title: Text = Field("Notice of Disapproval", description="the paper's title")
    number: Text = Field(description="application number")
    places: list[Place] = Field(min_length=1, title="Place", description="the properties")
    work: Text = Field(title="Work", description="the work applied for")
    received: date | None = Field(None, title="Received", description="filing day")
    reasons: list[Reason] = Field(min_length=1, title="Reasons", description="the reasons")
    next_steps: list[Said] = Field(
        [], title="What you can do", description="change, appeal, ask for a variance; by when"
    )
    notices: list[Said] = Field([], title="Please note", description="what the code has it say beside the reasons")


class Check(Part):
    """One question that the inspector answered."""

    text: Text = Field(description="the question")
    answer: Text = Field(description="the answer: yes, no, does not apply")
    cite: Maybe = Field("", description="the section")


class ReportFinding(Said):
    """One way in which work fails, with the provision that is not met."""

    cite: Text = Field(description="the provision of the Uniform Code, the Energy Code or the town's code")
    where: Maybe = Field("", description="where on the site or on which sheet")
    photographs: int = Field(0, ge=0, description="number of photographs kept with it")


class InspectionReport(PaperData):
    """The inspection report: satisfactory as completed, or how the work fails and under which provisions."""

    kind = "inspection_report"
    own_words = {
        "cites": "Section",
        "photographs": "photographs are kept with this report",
        "photograph": "photograph is kept with this report",
        "asked": "Asked",
        "answered": "Answer",
    }

    title: Text = Field("Inspection Report", description="the paper's title")
    number: Text = Field(description="number of the inspection or the permit")
    to: Party = Field(title="Permit holder", description="who is told")
    permit: Text = Field(title="Permit", description="permit number")
    places: list[Place] = Field(min_length=1, title="Place", description="the properties")
    inspected: date = Field(title="Inspected", description="day of the inspection")
    element: Text = Field(title="Element", description="element of work")
    portion: Maybe = Field("", title="Portion", description="the portion, where it was not the whole element")
    present: Maybe = Field("", title="Present", description="who was there")
    satisfactory: bool = Field(description="whether the work complies")
    result: Text = Field(title="Result", description="the result in words: Satisfactory as completed; Not satisfactory")
    findings: list[ReportFinding] = Field([], title="How the work fails", description="each failure with its provision")
    keep_exposed: Said | None = Field(
        None, title="Keep the work open to view", description="what stays exposed, until when"
    )
    checks: list[Check] = Field([], title="Looked at", description="the questions of this inspection")
    remarks: Maybe = Field("", title="Remarks", description="remarks")
    next_steps: list[Said] = Field([], title="What next", description="correct, call, what is inspected next")

    @model_validator(mode="after")
    def _failure_says_how(self) -> Self:
        if not self.satisfactory and not self.findings:
            raise ValueError("a report that is not satisfactory needs at least one finding with its provision")
        return self


class ReceiptLine(Part):
    """One amount of a receipt."""

    case: Text = Field(description="number of the case that it is for")
    what: Text = Field(description="what was paid")
    how: Maybe = Field("", description="how the amount was worked out")
    amount: Money = Field(description="dollars; negative for a refund")


class Receipt(PaperData):
    """The receipt of one payment, which may be for several cases."""

    kind = "receipt"
    own_words = {
        "case": "Case",
        "what": "For",
        "amount": "Amount",
        "total_line": "Total received",
        "case_total": "together",
    }

    title: Text = Field("Receipt", description="the paper's title")
    number: Text = Field(description="number of the receipt")
    received: date = Field(title="Received", description="day of the payment")
    payer: Party = Field(title="Received from", description="who paid")
    method: Text = Field(title="Paid by", description="check, cash, card, money order")
    check_number: Maybe = Field("", title="Check number", description="number of the check")
    memo: Maybe = Field("", title="Memo", description="what the payer wrote on it")
    schedule: Maybe = Field("", title="Fee schedule", description="name of the schedule with its resolution")
    lines: list[ReceiptLine] = Field(min_length=1, description="the amounts")
    total: Money = Field(description="dollars; the sum of the lines")
    notices: list[Said] = Field([], title="Please note", description="returned checks, refunds …")

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if (found := sum((line.amount for line in self.lines), Decimal(0))) != self.total:
            raise ValueError(f"the lines add up to {found}, the total says {self.total}")
        return self

    def for_press(self) -> dict[str, Any]:
        """With the sum of each case beside its lines."""
        sums: dict[str, Decimal] = {}
        for line in self.lines:
            sums[line.case] = sums.get(line.case, Decimal(0)) + line.amount
        return {
            **super().for_press(),
            "case_totals": {case: f"{amount:.2f}" for case, amount in sums.items()},
        }


class Assembly(Part):
    """An area of assembly and its load."""

    room: Text = Field(description="the room")
    load: int = Field(ge=1, description="occupant load, persons")


class Certificate(PaperData):
    """What certificates of occupancy and of compliance have in common."""

    template = "certificate"
    own_words = {
        "none": "none",
        "whole": "The entire structure",
        "issued_on": "issued",
        "persons": "persons",
        "room": "Assembly area",
        "load": "Occupant load",
    }

    number: Text = Field(description="number of the certificate")
    permit_number: Maybe = Field(
        "", title="Building permit", description="permit number; prints none where there is none"
    )
    permit_issued: date | None = Field(None, title="Permit issued", description="original day of issue of the permit")
    permit_history: list[Fact] = Field([], description="renewals and amendments of the permit with their days")
    property_name: Maybe = Field("", title="Name of the property", description="if it has one")
    address: Text = Field(title="Address", description="street address")
    tax_map: Text = Field(title="Tax map number", description="tax map number or print key")
    owners: list[Party] = Field([], title="Owner", description="owners on the day of issue")
    work: Maybe = Field("", title="Work", description="the work that was done")
    part: Maybe = Field("", title="Covers", description="the part covered; empty means the entire structure")
    use: Text = Field(title="Use", description="use of the structure")
    occupancy: Text = Field(title="Occupancy classification", description="class of the Uniform Code")
    construction: Text = Field(title="Type of construction", description="I-A to V-B")
    assembly: list[Assembly] = Field(
        [], title="Occupant load of assembly areas", description="each assembly area and its load"
    )
    conditions: list[Said] = Field([], title="Special conditions", description="conditions imposed with the permit")
    issued: date = Field(title="Issued", description="day of issue")
    statement: Maybe = Field(
        "", title="The officer certifies", description="what is certified, in the words of the code"
    )
    notices: list[Said] = Field([], title="Please note", description="notices, such as on suspension and change of use")
    signature: Signature = Field(description="who signs")

    @model_validator(mode="after")
    def _permit_is_whole(self) -> Self:
        if bool(self.permit_number) != (self.permit_issued is not None):
            raise ValueError("a permit number and its day of issue go together")
        return self


class CertificateOfOccupancy(Certificate):
    """The certificate of occupancy."""

    kind = "certificate_of_occupancy"
    title: Text = Field("Certificate of Occupancy", description="the paper's title")


class CertificateOfCompliance(Certificate):
    """The certificate of compliance."""

    kind = "certificate_of_compliance"
    title: Text = Field("Certificate of Compliance", description="the paper's title")


class Determination(Said):
    """What the officer determined before a temporary certificate."""

    made_on: date = Field(description="day of the determination")


class OpenItem(Said):
    """Work that is still to be done."""

    due: date | None = Field(None, description="day by which it is to be done")


class TemporaryCertificate(Certificate):
    """The temporary certificate: occupancy for a stated period, on terms, before the work is complete."""

    kind = "temporary_certificate"
    template = "temporary_certificate"
    own_words = {**Certificate.own_words, "item": "To be done", "due": "By", "in_period": "within the period"}

    title: Text = Field("Temporary Certificate of Occupancy", description="the paper's title")
    effective_from: date = Field(title="In effect from", description="first day")
    effective_through: Deadline = Field(title="In effect through", description="last day")
    determinations: list[Determination] = Field(
        min_length=1, title="The officer has determined that", description="each determination and its day"
    )
    terms: list[Said] = Field([], title="Terms and conditions", description="terms for the safety of those inside")
    open_items: list[OpenItem] = Field(
        [], title="Still to be done", description="what is missing to the final certificate"
    )
    duty: Said = Field(
        title="During this period", description="the holder's duty to bring the building into compliance"
    )


class DocumentsAccepted(PaperData):
    """The receipt for the accepted construction documents, with the notice that it is no leave to start."""

    kind = "documents_accepted"
    own_words = {"document": "Document", "sheets": "Sheets", "mark": "Mark", "digest": "SHA-256 begins"}

    title: Text = Field("Construction Documents Accepted", description="the paper's title")
    number: Text = Field(description="application number")
    to: Party = Field(title="Returned to", description="who got the set")
    how: Maybe = Field("", title="How", description="by hand, by post, electronically")
    places: list[Place] = Field(min_length=1, title="Place", description="the properties")
    work: Text = Field(title="Work", description="the work applied for")
    documents: list[DocumentLine] = Field(min_length=1, title="The accepted set", description="each document")
    accepted: date = Field(title="Accepted", description="day of acceptance")
    returned: date = Field(title="Returned", description="day of the return")
    notice_heading: Text = Field("This is not a permit", description="heading of the notice")
    notices: list[Said] = Field(
        min_length=1,
        description="that return neither allows work nor promises a permit, and that no work begins before issue",
    )
    duties: list[Said] = Field([], title="You must", description="keep the set at the site …")
    signature: Signature = Field(description="who accepted the documents")


class Letter(Letterlike):
    """A plain letter."""

    kind = "letter"

    title: Text = Field(description="the subject")
    body: list[Text] = Field(min_length=1, description="paragraphs, greeting and closing included")
    reference: list[Fact] = Field([], description="case, place, your letter of …")
    enclosures: list[Text] = Field([], title="Enclosed", description="what is enclosed")


#: Every paper by its kind.
PAPERS: dict[str, type[PaperData]] = {
    model.kind: model
    for model in (
        Application,
        DocumentsAccepted,
        ChangeRequest,
        Disapproval,
        Permit,
        InspectionReport,
        Receipt,
        CertificateOfOccupancy,
        CertificateOfCompliance,
        TemporaryCertificate,
        Letter,
    )
}

Kind = Literal[
    "application",
    "documents_accepted",
    "change_request",
    "disapproval",
    "permit",
    "inspection_report",
    "receipt",
    "certificate_of_occupancy",
    "certificate_of_compliance",
    "temporary_certificate",
    "letter",
]
