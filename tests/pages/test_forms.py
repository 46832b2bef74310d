"""Forms built from acts: one description a field, what is wrong in plain words, nothing typed is lost."""

from __future__ import annotations

import html
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, Literal

import pytest
from django.core import signing
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from pydantic import BaseModel, Field, field_validator, model_validator

from townwright.law.findings import Decision, Finding, Outcome
from townwright.office.files.errors import UnusableFile
from townwright.office.register.acts import specs
from townwright.office.register.errors import InputError
from townwright.pages import forms, uploads
from townwright.pages.fields import read_amount, read_day
from townwright.pages.uploads import Kept


class Use(StrEnum):
    DWELLING = "one_family_dwelling"
    STORE = "store"


class Person(BaseModel):
    name: str = Field(title="Name", min_length=1)
    phone: str = Field("", title="Telephone")


class Charge(BaseModel):
    words: str = Field(title="What for")
    amount: Decimal = Field(title="Amount", gt=0)


class Petition(BaseModel):
    """An act with every kind of field."""

    model_config = {"extra": "forbid"}

    work: str = Field(title="Work", description="In a few words.", max_length=500)
    use: Use = Field(title="Use", json_schema_extra={"choices": {"store": ["Store", "open to the public"]}})
    cost: Decimal = Field(title="Cost of the work", ge=0)
    area: Decimal | None = Field(None, title="Area", json_schema_extra={"unit": "sq ft", "who": "architect"})
    storeys: int = Field(1, title="Storeys", le=40)
    begun: bool = Field(False, title="Work has begun")
    flood: bool | None = Field(None, title="In a flood zone")
    received: date | None = Field(None, title="Received")
    route: Literal["counter", "mail"] = Field("counter", title="How it came")
    sheets: list[str] = Field([], title="Sheets")
    owner: Person = Field(title="Owner")
    charges: list[Charge] = Field([], title="Charges")
    plans: list[str] = Field([], title="Plans", json_schema_extra={"file": "plans", "accept": ".pdf"})
    on: date | None = Field(None, title="Day on which it happened")
    late_reason: str = Field("", title="Why it is entered late")
    overrule: dict[str, str] = {}

    @field_validator("work")
    @classmethod
    def _no_shouting(cls, words: str) -> str:
        if words.isupper():
            raise ValueError("Write it without capitals.")
        return words

    @model_validator(mode="after")
    def _late_says_why(self) -> Petition:
        if self.on and not self.late_reason:
            raise ValueError("Say why it is entered late.")
        return self


FULL = {
    "work": "Rear deck",
    "use": "store",
    "cost": "$1,290",
    "area": "1,612.5",
    "storeys": "2",
    "begun": "on",
    "flood": "False",
    "received": "3/2/2026",
    "route": "mail",
    "sheets": "A-001\n\n A-101 ",
    "owner-0-name": "Marisol Brandt-Ortega",
    "charges-count": "2",
    "charges-0-words": "Permit",
    "charges-0-amount": "150",
    "charges-1-words": "",
    "charges-1-amount": "",
    "form_key": "k-1",
    "form_seen": "17",
}


@pytest.fixture(autouse=True)
def signed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Files are kept, and their tokens signed, without an office."""
    monkeypatch.setattr(uploads.storage, "sign", lambda value, why: signing.dumps(value, salt=why))
    monkeypatch.setattr(uploads.storage, "unsign", lambda text, why: signing.loads(text, salt=why))
    monkeypatch.setitem(uploads.KEEPERS, "plans", keep)
    yield


def keep(upload: Any) -> Kept:
    if upload.size == 0:
        raise UnusableFile(upload.name, "This file is empty.", "Save it again.")
    return Kept(f"ref-{upload.name}", upload.name, upload.size)


def post(changes: dict[str, Any] | None = None, files: dict[str, list[Any]] | None = None, **kwargs: Any) -> Any:
    sent = QueryDict(mutable=True)
    for name, value in {**FULL, **(changes or {})}.items():
        if isinstance(value, list):
            sent.setlist(name, value)
        elif value is not None:
            sent[name] = value
    return forms.form_of(Petition)(sent, MultiValueDict(files or {}), **kwargs)


def lines(form: Any) -> list[str]:
    return [line.words for line in forms.error_lines(form)]


def test_answers_become_the_input_of_the_act() -> None:
    form = post()
    assert form.is_valid(), lines(form)
    assert form.given == Petition(
        work="Rear deck",
        use=Use.STORE,
        cost=Decimal("1290.00"),
        area=Decimal("1612.5"),
        storeys=2,
        begun=True,
        flood=False,
        received=date(2026, 3, 2),
        route="mail",
        sheets=["A-001", "A-101"],
        owner=Person(name="Marisol Brandt-Ortega"),
        charges=[Charge(words="Permit", amount=Decimal("150.00"))],
    )
    assert (form.key, form.seen) == ("k-1", 17)


def test_what_is_left_empty_takes_the_acts_own_default() -> None:
    form = post(
        {
            "area": "",
            "storeys": "",
            "begun": None,
            "flood": "",
            "received": "",
            "charges-0-words": "",
            "charges-0-amount": "",
        }
    )
    assert form.is_valid(), lines(form)
    assert (form.given.area, form.given.storeys, form.given.begun, form.given.flood) == (None, 1, False, None)
    assert form.given.charges == []


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("cost", "12,90x", "Cost of the work: “12,90x” is not an amount. Write it like 1,290.00."),
        (
            "cost",
            "12,90",
            "Cost of the work: “12,90” can be read in two ways. Write the cents after a point: 12.90.",
        ),
        ("cost", "-5", "Cost of the work: at least 0."),
        ("area", "wide", "Area: “wide” is not a number. Write it like 1,200.5."),
        ("storeys", "2.5", "Storeys: “2.5” is not a whole number. Write it like 1,200."),
        ("storeys", "41", "Storeys: at most 40."),
        ("work", "", "Work: this must be answered."),
        ("work", "DECK", "Work: write it without capitals."),
        ("use", None, "Use: this must be answered."),
        ("received", "0206-03-02", "Received: the year 206? Write all four figures of it, like 2026-03-02."),
        ("received", "soon", "Received: “soon” is not a date. Write it like 3/2/2026 or 2 March 2026."),
        ("owner-0-name", "", "Owner, name: this must be answered."),
        ("charges-0-amount", "0", "Charge 1, amount: more than 0."),
        ("charges-1-words", "Visit", "Charge 2, amount: this must be answered."),
    ],
)
def test_what_is_wrong_is_said_in_plain_words_and_stays_as_it_was_typed(
    field: str, typed: str | None, said: str, at: Any
) -> None:
    at("2026-11-17 09:00")
    form = post({field: typed})
    assert not form.is_valid()
    assert lines(form) == [said]
    page = html.unescape(form.render())
    assert "Input should" not in page
    assert typed is None or f'"{typed}"' in page or f">\n{typed}<" in page
    assert "Rear deck" in page or field == "work"


def test_an_error_names_its_field_and_is_read_with_it() -> None:
    form = post({"cost": "x", "use": None})
    assert not form.is_valid()
    assert [line.at for line in forms.error_lines(form)] == ["id_use_0", "id_cost"]
    page = form.render()
    assert 'aria-describedby="id_cost_error"' in page and 'aria-invalid="true"' in page
    assert 'id="id_cost_error"' in page and 'id="id_use_0"' in page
    assert page.count('id="id_use_error"') == 1


def test_a_rule_over_several_fields_stands_above_the_form() -> None:
    form = post({"on": "2026-11-16"})
    assert not form.is_valid()
    assert lines(form) == ["Say why it is entered late."]
    assert form.late_open


def test_the_late_day_is_shown_on_demand() -> None:
    form = forms.form_of(Petition)(seen=3)
    assert not form.late_open
    page = form.render()
    assert '<details class="more"><summary>It happened on another day</summary>' in page
    assert 'name="form_seen" value="3"' in page


def test_each_new_sheet_has_a_key_of_its_own() -> None:
    sheets = [forms.form_of(Petition)() for _ in range(2)]
    keys = {sheet["form_key"].value() for sheet in sheets}
    assert len(keys) == 2


def test_another_row_is_added_without_losing_anything_and_without_blame() -> None:
    form = post({"charges-more": "1", "work": ""})
    assert not form.is_valid()
    assert lines(form) == []
    assert len(form.parts["charges"].rows) == 3
    assert 'value="150"' in form.render()


def test_a_row_is_taken_out() -> None:
    taken = post({"charges-less": "0"})
    assert not taken.is_valid()
    page = taken.render()
    assert 'name="charges-0-gone"' in page and 'value="150"' not in page
    again = post({"charges-0-gone": "yes"})
    assert again.is_valid(), lines(again)
    assert again.given.charges == []


def test_errors_of_the_act_come_back_at_their_fields() -> None:
    form = post({"charges-0-words": "", "charges-0-amount": "", "charges-1-words": "Visit", "charges-1-amount": "40"})
    assert form.is_valid()
    form.take(InputError({"charges.0.amount": "The schedule says $45.00.", "on": "Not yet.", "": "Nothing else."}))
    assert lines(form) == [
        "Nothing else.",
        "Day on which it happened: not yet.",
        "Charge 2, amount: the schedule says $45.00.",
    ]


def test_a_file_is_kept_at_once_and_not_asked_for_twice() -> None:
    plan = SimpleUploadedFile("a-101.pdf", b"%PDF")
    first = post({"cost": "x"}, {"plans": [plan]})
    assert not first.is_valid()
    page = first.render()
    assert "a-101.pdf" in page
    token = uploads.token_of(Kept("ref-a-101.pdf", "a-101.pdf", 4))
    assert f'name="plans-kept" value="{token}"' in page
    again = post({"plans-kept": [token, "forged"]}, {"plans": [SimpleUploadedFile("b.pdf", b"%PDF-")]})
    assert again.is_valid(), lines(again)
    assert again.given.plans == ["ref-a-101.pdf", "ref-b.pdf"]
    dropped = post({"plans-kept": [token], "plans-drop": ["ref-a-101.pdf"]})
    assert dropped.is_valid() and dropped.given.plans == []


def test_a_file_that_is_refused_is_named_and_the_others_stay() -> None:
    form = post(
        {},
        {"plans": [SimpleUploadedFile("good.pdf", b"%PDF"), SimpleUploadedFile("bad.pdf", b"")]},
    )
    assert not form.is_valid()
    assert lines(form) == ["Plans: bad.pdf: This file is empty. Save it again."]
    assert "good.pdf" in form.render()


def test_a_finding_with_discretion_can_be_set_aside_with_a_reason() -> None:
    free = Finding("lot_line", Outcome.UNMET, "Distances from lot lines", "§ 50-4(D)(5)(h)", discretion=True)
    bound = Finding("fee", Outcome.UNMET, "Fee paid", "§ 50-4(K)")
    form = post(
        {"overrule-lot_line": "Survey of 2019 on file."},
        decision=Decision("g", date(2026, 1, 1), (free, bound)),
    )
    assert form.is_valid(), lines(form)
    assert form.given.overrule == {"lot_line": "Survey of 2019 on file."}
    assert [box.name for box in form.overrules] == ["overrule-lot_line"]


def test_who_has_to_answer_and_the_unit_are_written_at_the_field() -> None:
    page = forms.form_of(Petition)().render()
    assert "for the architect" in page and "<span>sq ft</span>" in page
    assert "<small>open to the public</small>" in page and "One family dwelling" in page


def test_what_people_write_cannot_break_out_of_the_page() -> None:
    form = post({"work": '"><script>alert(1)</script>', "cost": "<b>"})
    assert not form.is_valid()
    assert "<script>" not in form.render() and "<b>&lt;b" not in form.render()


def test_the_form_of_an_act_is_built_once() -> None:
    assert forms.form_of(Petition) is forms.form_of(Petition)


def test_a_type_that_no_field_can_take_is_refused_at_once() -> None:
    class Odd(BaseModel):
        what: set[str]

    with pytest.raises(TypeError, match="no form field can take"):
        forms.form_of(Odd)


def test_a_field_that_names_records_is_answered_from_those_the_page_knows() -> None:
    form = post({"sheets": ["s-1"], "charges-0-words": "c-2"})
    form.offer("sheets", [("s-1", "A-001"), ("s-2", "A-101")])
    form.offer("charges.words", [("c-1", "BP-2026-0214"), ("c-2", "BP-2026-0215")])
    assert form.is_valid(), lines(form)
    assert form.given.sheets == ["s-1"] and form.given.charges[0].words == "c-2"
    assert "A-101" in form.render() and "BP-2026-0214" in form.render()
    other = post({"sheets": ["s-9"]})
    other.offer("sheets", [("s-1", "A-001")])
    assert not other.is_valid()


def test_every_act_of_the_office_has_a_form() -> None:
    assert specs()
    for spec in specs():
        page = forms.form_of(spec.given)(seen=1).render()
        assert 'name="form_key"' in page, spec.name


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("$1,290", "1290.00"),
        ("1290.5", "1290.50"),
        (".5", "0.50"),
        ("-40", "-40.00"),
        ("$ 12.", "12.00"),
        ("0.100", "0.10"),
    ],
)
def test_amounts_as_people_write_them(typed: str, amount: str) -> None:
    assert read_amount(typed) == Decimal(amount)


@pytest.mark.parametrize("typed", ["12,90x", "1,29,0", "1.2.3", "12.905", "one", "$", "1e5", "٣"])
def test_what_is_no_amount_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="“"):
        read_amount(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "2026-03-02",
        "3/2/2026",
        "03-02-2026",
        "March 2, 2026",
        "Mar 2 2026",
        "2 March 2026",
        "Mon 2 March 2026",
        "Monday, March 2nd, 2026",
    ],
)
def test_days_as_people_write_them(typed: str) -> None:
    assert read_day(typed) == date(2026, 3, 2)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2/30/2026", "no such day"),
        ("3/2/26", "all four figures"),
        ("Tue 2 March 2026", "that day is a Monday"),
        ("0206-03-02", "The year 206"),
        ("2 Marsh 2026", "not a date"),
        ("March 2026", "not a date"),
    ],
)
def test_what_is_no_day_is_refused(typed: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_day(typed)
