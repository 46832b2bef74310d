"""Loading lists: tried dry, loaded whole or not at all, repeatable, repaired, and found afterwards."""

import json
from collections.abc import Callable, Iterator
from datetime import date, datetime
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from townwright.office import storage
from townwright.office.find.port import find
from townwright.office.imports import acts, cli, progress, tasks
from townwright.office.imports.models import Load
from townwright.office.places.models import FormerKey, Parcel
from townwright.office.records.models import OldRecord, OldRecordParcel
from townwright.office.register.actors import PUBLIC, SYSTEM
from townwright.office.register.acts import perform
from townwright.office.register.models import Entry
from townwright.office.staff.models import Account

pytestmark = [pytest.mark.usefixtures("office")]

MAPPING = """
title: An invented list
source: invented
columns:
  number: {header: Antenna, position: 1, means: Permit number, why: The heading is wrong.}
  type: {header: Type}
  applicant: {header: Applicant}
  place: {header: Location}
  parcel_key: {header: "SBL#", no_key: [Loading Zones]}
  issued: {header: Issued, written: MM/DD/YYYY, earliest: "1900-01-01"}
  valuation: {header: Valuation}
  fee: {header: Fee}
"""
HEADER = "Antenna,Type,Applicant,Location,SBL#,Issued,Valuation,Fee,Inspector\n"
ROWS = [
    '0012,Electric,Brijesdol Electric,"1500-04 Teall\nAve",047.16-02-19,10/18/2012,"$8,000.00",$75.00,R. Poe',
    '0013,Sign,Quackenbush W.,12 W Pine St,"091.-01-\n30.11",11/13/2013,"$1,500.50",$95.25,',
    'SD-1,Encroachment,Linkel Realty,204-06 Water St W,104.-19-05.0,11/24/2014,$10.00,$1.00,',
    'SD-1,Encroachment,Wesdol Realty,200-02 Water St W,104.-19-06.0,11/24/2014,$20.00,$2.00,',
    '0015,Loading Zone,Somebody,3 Main St,Loading Zones,,$0.00,$0.00,',
    '0016,Site Work,N/A,5 Main St,"048.-12-06.0 \n(Zoning)",01/09/2012,-,$5.00,',
]  # fmt: skip


@pytest.fixture(autouse=True)
def mapping(office: storage.Office) -> Iterator[None]:
    """The mapping `invented`, the office's own."""
    path = office.folder / "mappings" / "invented.yaml"
    path.parent.mkdir()
    path.write_text(MAPPING)
    yield
    path.unlink()
    path.parent.rmdir()


@pytest.fixture
def a_list(tmp_path: Path) -> Callable[..., Path]:
    """Writes a list of rows."""

    def write(*rows: str, header: str = HEADER, name: str = "list.csv") -> Path:
        path = tmp_path / name
        path.write_text(header + "\n".join(rows) + "\n", newline="")
        return path

    return write


def dry(path: Path) -> dict[str, Any]:
    """The report of a dry run."""
    return cli.permits(path, "invented", actor=SYSTEM, dry_run=True, rejected=None).to_json()


def load(path: Path) -> dict[str, Any]:
    """The report of a load."""
    return cli.permits(path, "invented", actor=SYSTEM, dry_run=False, rejected=None).to_json()


def counts(report: dict[str, Any]) -> dict[str, int]:
    """The counts of a report that are not 0."""
    names = ("read", "new", "changed", "unchanged", "joined", "rejected", "missing")
    assert report["read"] == sum(report[name] for name in names[1:6]), "every row is accounted for"
    return {name: report[name] for name in names if report[name]}


ListOf = Callable[..., Path]


def test_a_dry_run_tells_everything_and_changes_nothing(a_list: ListOf) -> None:
    report = dry(a_list(*ROWS))
    assert counts(report) == {"read": 6, "new": 5, "joined": 1}
    assert report["totals"] == {"valuation": "9530.50", "fee": "178.25"}
    assert report["amounts_empty"] == {"valuation": 1, "fee": 0}
    assert report["parcels"] == {"on_record": 0, "new": 5, "keys_left_open": 0}
    assert report["dry_run"] is True
    notes = " ".join(report["notes"])
    for said in (
        "Column 1 ('Antenna') is Permit number. The heading is wrong.",
        "SD-1 stands on rows 4 and 5",
        "1 cells of Location had a line feed inside (row 2)",
        "'Loading Zones' in place of a parcel key (row 6)",
        "remark behind them, which is kept apart (row 7)",
        "say 'N/A' and count as empty",
        "say '-' and count as empty",
        "from an import, not from the roll",
    ):
        assert said in notes, said
    json.dumps(report)
    for model in (OldRecord, Parcel, Load, OldRecordParcel):
        assert not model.objects.exists(), model
    assert len(find("brijesdol")) == 0


@pytest.mark.both_engines
def test_a_load_keeps_what_the_list_says_and_nothing_more(a_list: ListOf) -> None:
    before = Entry.objects.count()
    report = load(a_list(*ROWS))
    assert counts(report) == {"read": 6, "new": 5, "joined": 1}
    record = OldRecord.objects.get(number="0012")
    assert (record.type, record.applicant, record.place) == ("Electric", "Brijesdol Electric", "1500-04 Teall Ave")
    assert (record.on, record.precision, record.valuation, record.fee) == (
        date(2012, 10, 18), "day", Decimal("8000.00"), Decimal("75.00"))  # fmt: skip
    assert record.lines[0]["extra"] == {"Inspector": "R. Poe"}, "a column that the mapping does not name is kept too"
    without = OldRecord.objects.get(number="0015")
    assert (without.on, without.when, without.valuation) == (None, "no date", Decimal("0.00"))
    sixteen = OldRecord.objects.get(number="0016")
    assert (sixteen.applicant, sixteen.valuation, sixteen.fee) == ("", None, Decimal("5.00"))
    assert [(tie.key, tie.remark) for tie in sixteen.on_parcels.all()] == [("048.-12-06.0", "Zoning")]
    assert Entry.objects.count() == before + 1
    entry = Entry.objects.get(seq=report["entry"])
    assert entry.act == "import.permits"
    assert entry.content["after"]["totals"] == {"valuation": "9530.50", "fee": "178.25"}
    assert entry.content["after"]["sha256"] == report["sha256"]
    made_by = Load.objects.get(pk=record.load_id)
    assert (made_by.entry_seq, made_by.file.sha256) == (entry.seq, report["sha256"])


@pytest.mark.both_engines
def test_one_permit_on_two_parcels_is_one_permit(a_list: ListOf) -> None:
    load(a_list(*ROWS))
    record = OldRecord.objects.get(number="SD-1")
    assert [tie.key for tie in record.on_parcels.all()] == ["104.-19-05.0", "104.-19-06.0"]
    assert (record.valuation, record.fee) == (Decimal("30.00"), Decimal("3.00"))
    assert record.applicant == "Linkel Realty; Wesdol Realty"
    for key in ("104.-19-5", "104.-19-6"):
        parcel = Parcel.objects.under_key(key).get()
        assert list(OldRecord.objects.of(parcel)) == [record]


@pytest.mark.both_engines
def test_loaded_records_are_found_by_number_address_key_and_name(a_list: ListOf) -> None:
    load(a_list(*ROWS))
    for asked, number in [
        ("0012", "0012"), ("12", "0012"), ("1502 Teall Avenue electric", "0012"), ("brijesdal", "0012"),
        ("quackenbush", "0013"), ("sd 1", "SD-1"), ("wesdol realty", "SD-1"),
    ]:  # fmt: skip
        assert next(hit.number for hit in find(asked, kinds=["old record"])) == number, asked
    assert {hit.kind for hit in find("47.16-2-19").exact} == {"parcel", "old record"}
    assert [hit.kind for hit in find("1502 teall", public=True)] == ["parcel"]


@pytest.mark.both_engines
def test_the_same_list_twice_changes_nothing(a_list: ListOf) -> None:
    path = a_list(*ROWS)
    load(path)
    seen = [list(model.objects.order_by("pk").values()) for model in (OldRecord, OldRecordParcel, Parcel, Load)]
    entries = Entry.objects.count()
    again = load(path)
    assert counts(again) == {"read": 6, "unchanged": 5, "joined": 1}
    assert again["totals"] == {"valuation": "9530.50", "fee": "178.25"}
    assert again["entry"] is None
    assert Entry.objects.count() == entries
    assert seen == [list(model.objects.order_by("pk").values()) for model in (OldRecord, OldRecordParcel, Parcel, Load)]
    shuffled = load(a_list(*reversed(ROWS), name="other.csv"))
    assert counts(shuffled) == {"read": 6, "unchanged": 5, "joined": 1}


def test_parcels_that_the_town_does_not_have_are_made_and_marked(a_list: ListOf) -> None:
    load(a_list(*ROWS))
    parcel = Parcel.objects.get(print_key="091.-01-30.11")
    assert (parcel.provisional, parcel.known_from, parcel.jurisdiction) == (True, "import", "unknown")
    assert parcel.address == "12 W Pine St"
    assert "from an import, not from the roll" in find("12 pine st w", kinds=["parcel"]).near[0].line


def test_a_parcel_on_record_is_tied_by_its_key_in_any_style_and_by_a_former_one(a_list: ListOf) -> None:
    known, split = Parcel(), Parcel()
    known.set_key(print_key="47.16-2-19")
    split.set_key(print_key="91.-1-30.2")
    known.save()
    split.save()
    FormerKey.objects.create(parcel=split, old="91.-1-30.11", new="91.-1-30.2", folded="91-1-30.11")
    report = load(a_list(*ROWS))
    assert report["parcels"] == {"on_record": 2, "new": 3, "keys_left_open": 0}
    assert [record.number for record in OldRecord.objects.of(known)] == ["0012"]
    assert [record.number for record in OldRecord.objects.of(split)] == ["0013"]


def test_a_key_that_may_mean_two_parcels_or_none_stays_open(a_list: ListOf) -> None:
    for key in ("6.-1-1", "6-1-1"):
        parcel = Parcel()
        parcel.set_key(print_key=key)
        parcel.save()
    report = load(
        a_list("1,Sign,A,1 Main St,006.-01-01,,,,", "2,Sign,B,2 Main St,Lot 7,,,,", "3,Sign,C,3 Main St,6.-1-1,,,,")
    )
    assert report["parcels"] == {"on_record": 1, "new": 0, "keys_left_open": 2}
    notes = " ".join(report["notes"])
    assert "may mean several parcels" in notes
    assert "does not look like a parcel key" in notes
    ties = {tie.old_record.number: (tie.key, tie.parcel_id is None) for tie in OldRecordParcel.objects.all()}
    assert ties == {"1": ("006.-01-01", True), "2": ("Lot 7", True), "3": ("6.-1-1", False)}


BAD = [
    '21,Electric,A,1 Main St,1.-1-1,10/18/2012,free,$1.00,',
    '22,Electric,A,1 Main St,1.-1-1,01/02/0206,$2.00,$1.00,',
    ',Electric,A,1 Main St,1.-1-1,01/02/2006,$4.00,$1.00,',
    '24,Electric,A,1 Main St,1.-1-1,01/02/2006,$8.00,$1.00',
    f'25,{"x" * 121},A,1 Main St,1.-1-1,13/45/2006,$16.00,$1.00,',
    '0012,Electric,Brijesdol Electric,Elsewhere,047.16-02-19,10/18/2012,$32.00,$1.00,',
    '0013,Other,Quackenbush W.,12 W Pine St,9.-9-9,11/13/2013,$64.00,$1.00,',
]  # fmt: skip


def test_rows_that_cannot_be_right_are_rejected_with_number_and_reason(a_list: ListOf) -> None:
    report = load(a_list(*ROWS, *BAD, ROWS[1]))
    assert counts(report) == {"read": 14, "new": 5, "joined": 1, "rejected": 8}
    reasons = {row["row"]: row["reason"] for row in report["rejected_rows"]}
    assert reasons[8] == "Valuation: 'free' is no amount of money."
    assert reasons[9] == "Issued: the year 0206 of '01/02/0206' cannot be right."
    assert reasons[10] == "it has no number."
    assert reasons[11] == "it has 8 cells, the header has 9."
    assert reasons[12] == ("Type: it is longer than 120 characters; Issued: '13/45/2006' is no day of the calendar.")
    assert reasons[13] == "number 0012 stands on row 2 already, for the same parcel."
    assert reasons[14] == "number 0013 stands on row 3 already, with another type."
    assert reasons[15] == "it says the same as row 3."
    assert report["amounts_unreadable"] == {"valuation": 1, "fee": 0}
    for name in ("valuation", "fee"):
        whole, kept, rejected = (Decimal(report[total][name]) for total in ("totals", "totals_kept", "totals_rejected"))
        assert whole == kept + rejected
    assert report["totals_kept"] == {"valuation": "9530.50", "fee": "178.25"}


def test_rejected_rows_are_repaired_and_loaded_again(a_list: ListOf, tmp_path: Path) -> None:
    second = ROWS[3].replace("$20.00", "twenty")
    report = load(a_list(*ROWS[:3], second, *ROWS[4:]))
    rejected = Path(report["rejected_file"])
    assert rejected == tmp_path / "list-rejected.csv"
    assert [tie.key for tie in OldRecord.objects.get(number="SD-1").on_parcels.all()] == ["104.-19-05.0"]
    unrepaired = load(rejected)
    assert counts(unrepaired) == {"read": 1, "rejected": 1}
    rejected.write_text(rejected.read_text(encoding="utf-8").replace("twenty", "$20.00"), encoding="utf-8")
    repaired = load(rejected)
    assert counts(repaired) == {"read": 1, "changed": 1}
    assert any("file of rejected rows" in note for note in repaired["notes"])
    record = OldRecord.objects.get(number="SD-1")
    assert [tie.key for tie in record.on_parcels.all()] == ["104.-19-05.0", "104.-19-06.0"]
    assert record.valuation == Decimal("30.00")
    assert counts(load(rejected)) == {"read": 1, "unchanged": 1}
    assert counts(load(a_list(*ROWS))) == {"read": 6, "unchanged": 5, "joined": 1}


@pytest.mark.both_engines
def test_a_later_list_changes_records_and_keeps_what_they_said(a_list: ListOf) -> None:
    load(a_list(*ROWS))
    hand = Parcel.objects.create(print_key="1.-1-1", print_key_folded="1-1-1")
    record = OldRecord.objects.get(number="0012")
    perform("old_record.tie", {"parcel": str(hand.pk)}, actor=SYSTEM, subject_id=record.pk)
    report = load(a_list(ROWS[0].replace("047.16-02-19", "047.16-02-20").replace("$75.00", "$80.00"), *ROWS[1:]))
    assert counts(report) == {"read": 6, "changed": 1, "unchanged": 4, "joined": 1}
    record.refresh_from_db()
    assert record.fee == Decimal("80.00")
    assert record.earlier[0]["lines"][0]["fee"] == "75.00"
    assert {tie.key for tie in record.on_parcels.all()} == {"047.16-02-20", "1.-1-1"}, "the hand's tie stays"
    assert str(record.changed_by) == record.earlier[0]["until"]
    assert {hit.number for hit in find("047.16-02-20").exact} == {"0012", "047.16-02-20"}


def test_what_a_later_list_lacks_stays_and_is_marked_where_lists_are_whole(
    a_list: ListOf, office: storage.Office
) -> None:
    load(a_list(*ROWS))
    assert "missing" not in counts(load(a_list(*ROWS[1:])))
    (office.folder / "mappings" / "invented.yaml").write_text(MAPPING + "whole: true\n")
    report = load(a_list(*ROWS[1:]))
    assert report["missing"] == 1
    gone = OldRecord.objects.get(number="0012")
    assert gone.missing_since is not None
    assert load(a_list(*ROWS[1:]))["entry"] is None
    load(a_list(*ROWS))
    gone.refresh_from_db()
    assert gone.missing_since is None


def test_a_load_that_breaks_off_leaves_nothing_and_can_be_begun_again(
    a_list: ListOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "_BATCH", 2)
    entries = Entry.objects.count()

    def power_cut(done: int, of: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        acts.load(a_list(*ROWS), "invented", actor=SYSTEM, progress=power_cut)
    assert not OldRecord.objects.exists()
    assert not Parcel.objects.exists()
    assert Entry.objects.count() == entries
    seen: list[tuple[int, int]] = []
    _, report = acts.load(a_list(*ROWS), "invented", actor=SYSTEM, progress=lambda done, of: seen.append((done, of)))
    assert counts(report) == {"read": 6, "new": 5, "joined": 1}
    assert seen == [(2, 5), (4, 5), (5, 5)]


def test_a_file_of_another_kind_is_refused_in_words(a_list: ListOf) -> None:
    with pytest.raises(cli.ImportTrouble, match="Column 1 should be headed 'Antenna', but 'Number' is there"):
        dry(a_list("1,2", header="Number,Type\n"))
    with pytest.raises(cli.ImportTrouble, match="no column headed 'Fee'"):
        dry(a_list("1", header=HEADER.replace(",Fee,", ",Fees,")))
    with pytest.raises(cli.ImportTrouble, match="several columns headed 'Fee'"):
        dry(a_list("1", header=HEADER.replace("Inspector", "Fee")))


def test_a_list_that_says_the_right_heading_is_read_too(a_list: ListOf) -> None:
    report = dry(a_list(*ROWS, header=HEADER.replace("Antenna", "permit  NUMBER")))
    assert report["new"] == 5


def test_dates_that_have_not_come_are_noted(a_list: ListOf, at: Callable[[str | datetime], datetime]) -> None:
    at("2012-10-17")
    assert any("dates in Issued have not come yet (rows 2, 3" in note for note in dry(a_list(*ROWS))["notes"])


def test_loads_are_for_staff(a_list: ListOf) -> None:
    load(a_list(*ROWS))
    assert Load.objects.visible_to(SYSTEM).count() == 1
    assert Load.objects.visible_to(PUBLIC).count() == 0
    assert str(Load.objects.get()) == "list.csv by invented"


def test_the_command_line_tells_it_in_lines(a_list: ListOf, tmp_path: Path) -> None:
    bar = StringIO()
    to = tmp_path / "mend.csv"
    tried = cli.permits(a_list(*ROWS, *BAD), "invented", actor=SYSTEM, dry_run=True, rejected=to)
    assert "nothing was changed" in str(tried)
    assert f"Repair the rejected rows in {to}" in str(tried)
    done = cli.permits(a_list(*ROWS), "invented", actor=SYSTEM, dry_run=False, rejected=None, progress=bar)
    lines = [" ".join(line.split()) for line in str(done).splitlines()]
    for line in ("rows read 6", "new 5 records", "valuation $9,530.50 control total", "parcels 5 new, 0 on record"):
        assert line in lines, line
    assert f"Register entry {done.to_json()['entry']:,}." in lines
    assert bar.getvalue().endswith(f"[{'#' * 40}] 5 of 5\n")
    again = cli.permits(a_list(*ROWS), "invented", actor=SYSTEM, dry_run=False, rejected=None)
    assert "The records stay as they were." in str(again)
    many = cli.permits(a_list(*BAD * 4), "invented", actor=SYSTEM, dry_run=True, rejected=to)
    assert "… and" in str(many)


def test_a_mapping_file_is_used_and_kept_by_the_office(a_list: ListOf, office: storage.Office, tmp_path: Path) -> None:
    file = tmp_path / "as-given.yaml"
    file.write_text(MAPPING.replace("source: invented", "source: as given"))
    own = office.folder / "mappings" / "as-given.yaml"
    cli.permits(a_list(*ROWS), str(file), actor=SYSTEM, dry_run=True, rejected=None)
    assert not own.exists(), "a dry run keeps nothing"
    try:
        for _ in range(2):
            cli.permits(a_list(*ROWS), str(file), actor=SYSTEM, dry_run=False, rejected=None)
        assert own.read_text() == file.read_text()
        assert OldRecord.objects.filter(source="as given").count() == 5
        file.write_text(file.read_text() + "whole: true\n")
        with pytest.raises(cli.ImportTrouble, match="another mapping called as-given"):
            cli.permits(a_list(*ROWS), str(file), actor=SYSTEM, dry_run=False, rejected=None)
    finally:
        own.unlink()


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("nothing", "no mapping called nothing"),
        ("nothing.yaml", "no mapping file"),
        ("{folder}/Bad Name.yaml", "small letters"),
    ],
)
def test_what_the_command_line_cannot_do_it_says(a_list: ListOf, tmp_path: Path, asked: str, why: str) -> None:
    (tmp_path / "Bad Name.yaml").write_text(MAPPING)
    with pytest.raises(cli.ImportTrouble, match=why):
        cli.permits(a_list(*ROWS), asked.format(folder=tmp_path), actor=SYSTEM, dry_run=False, rejected=None)
    with pytest.raises(cli.ImportTrouble, match="cannot be opened"):
        cli.permits(tmp_path / "none.csv", "invented", actor=SYSTEM, dry_run=True, rejected=None)
    with pytest.raises(cli.ImportTrouble, match="No such file"):
        cli.permits(a_list(*BAD), "invented", actor=SYSTEM, dry_run=True, rejected=tmp_path / "none" / "rejected.csv")


@pytest.fixture
def account() -> Account:
    """Somebody who may load lists."""
    return Account.objects.create(username="poe", name="R. Poe", role="administrator")


def test_a_page_loads_in_the_background_and_sees_how_far_it_is(
    a_list: ListOf, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    received = acts.receive(a_list(*ROWS), "invented", actor=SYSTEM)
    assert acts.plan_received(received).report(dry_run=True)["new"] == 5
    assert progress.how_far(received.pk) is None
    seen: list[tuple[int, int] | None] = []
    tell = acts._tell

    def telling(written: int, steps: int) -> int:
        tell(written, steps)
        seen.append(progress.how_far(received.pk))
        return written

    monkeypatch.setattr(acts, "_tell", telling)
    for _ in range(2):
        tasks.load_received.func(str(received.pk), str(account.pk))
    assert seen == [(5, 5)], "the second time it is done already"
    assert progress.how_far(received.pk) is None
    received.refresh_from_db()
    assert received.done_at is not None
    assert Entry.objects.get(seq=received.entry_seq).actor_name == "R. Poe"


def test_what_stood_in_the_way_of_a_background_load_is_kept(a_list: ListOf, account: Account) -> None:
    received = acts.receive(a_list("1,2", header="Number,Type\n"), "invented", actor=SYSTEM)
    tasks.load_received.func(str(received.pk), str(account.pk))
    received.refresh_from_db()
    assert received.trouble.startswith("Column 1 should be headed 'Antenna'")
    assert received.done_at is None


REAL = Path(__file__).parents[2] / ".." / "shared" / "data" / "syracuse-permits-2012-2016.csv"


def real(*, dry_run: bool) -> dict[str, Any]:
    """The report of the real list."""
    return cli.permits(REAL, "syracuse-permits", actor=SYSTEM, dry_run=dry_run, rejected=None).to_json()


@pytest.mark.slow
@pytest.mark.skipif(not REAL.is_file(), reason=f"the real list is not here: {REAL}")
def test_the_real_list_comes_out_to_the_cent() -> None:
    tried = real(dry_run=True)
    assert counts(tried) == {"read": 21556, "new": 21554, "joined": 2}
    loaded = real(dry_run=False)
    for report in (tried, loaded):
        assert report["totals"] == {"valuation": "991433494.96", "fee": "10512048.66"}
        assert report["totals_kept"] == report["totals"]
        assert report["rejected_rows"] == []
    records = list(OldRecord.objects.only("number", "on", "valuation", "fee"))
    assert len(records) == 21554
    assert sum(record.valuation or 0 for record in records) == Decimal("991433494.96")
    assert sum(record.fee or 0 for record in records) == Decimal("10512048.66")
    assert sum(record.number.startswith("0") for record in records) == 3909, "one had a blank in front"
    assert sum(record.on is None for record in records) == 29
    years = [record.on.year for record in records if record.on]
    assert {year: years.count(year) for year in sorted(set(years))} == {
        2012: 3964, 2013: 4349, 2014: 4555, 2015: 4622, 2016: 4035}  # fmt: skip
    assert OldRecord.objects.filter(type="Electric").count() == 5807
    for number in ("SD-14-19", "SD-14-27"):
        assert OldRecord.objects.get(number=number).on_parcels.count() == 2
    assert OldRecordParcel.objects.filter(remark="Zoning").count() == 3
    assert OldRecordParcel.objects.filter(remark="Loading Zones", key="").count() == 55
    assert OldRecordParcel.objects.filter(parcel=None).exclude(key="").count() == 0
    assert not OldRecordParcel.objects.filter(key__contains="\n").exists()
    for asked, first in [
        ("8638", "08638"), ("pc 474 12", "PC-0474-12"), ("1.1-1-3", "001.1-01-03.0"),
        ("48.-13-8/100", "048.-13-08.0/100"), ("635 7th north street", "001.1-01-03.0"),
        ("1031 hiawatha boulevard east", "001.1-01-04.0"),
    ]:  # fmt: skip
        assert first in [hit.number for hit in find(asked)][:3], asked
    assert find("tanhartkal packaging").near[0].number == "13295" or "Tanhartkel" in find("tanhartkal").near[0].line
    again = real(dry_run=False)
    assert counts(again) == {"read": 21556, "unchanged": 21554, "joined": 2}
    with CaptureQueriesContext(connection) as asked_of:
        find("250 james street electric")
    assert len(asked_of) <= 20
