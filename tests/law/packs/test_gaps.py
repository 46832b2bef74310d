"""What the check says of a pack that leaves something open or says it twice: each with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.law.packs.making import TOWN, make_pack
from townwright.law.check import check
from townwright.law.starting import start

S = 'cite: "§ 9-3"\n'
E = ', cite: "§ 9", enacted_by: L.L. 1}'


def said(folder: Path, part: str) -> list[str]:
    """What the check says of one file of the pack, without the pack's name."""
    problems = check(folder.name, own=folder).problems
    start_of = f"{folder.name}/{part}"
    return [str(p).removeprefix(f"{folder.name}/") for p in problems if p.mark.file.startswith(start_of)]


def pack(tmp_path: Path, **files: str) -> Path:
    return make_pack(tmp_path / "gap", **files)


class TestTime:
    def test_a_hole_between_two_values_is_named_with_its_days(self, tmp_path: Path) -> None:
        values = (
            "limit:\n  kind: int\n  says: Limit\n  series:\n"
            f'    - {{from: "2020-01-01", value: 1{E}\n'
            f'    - {{from: "2022-01-01", value: null{E}\n'
            f'    - {{from: "2024-01-01", value: 2{E}\n'
        )
        assert said(pack(tmp_path, values=values), "values") == [
            "values.yaml:6:7: limit.series[2]: warning: nothing counts from Sat 1 January 2022 until "
            "Mon 1 January 2024: a hole between two values"
        ]

    def test_a_rule_of_the_pack_below_may_be_ended(self, tmp_path: Path) -> None:
        longest = f'    longest:\n      - {{from: "2020-01-01", value: null{E}\n'
        text = f"categories:\n  parking_garage:\n    title: Garage\n    when: {{is_true: work.slab}}\n{longest}"
        own = text.replace("parking_garage", "own_garage")

        assert "never began" not in " ".join(said(pack(tmp_path, operating=text), "operating"))
        assert "never began" in " ".join(said(pack(tmp_path, operating=own), "operating"))

    def test_an_end_at_the_end_is_none_and_one_at_the_beginning_is(self, tmp_path: Path) -> None:
        values = (
            "a:\n  kind: int\n  says: A\n  series:\n"
            f'    - {{from: "2020-01-01", value: null{E}\n'
            f'    - {{from: "2021-01-01", value: 2{E}\n'
            f'    - {{from: "2022-01-01", value: null{E}\n'
        )
        assert said(pack(tmp_path, values=values), "values") == [
            "values.yaml:5:7: a.series[1]: warning: it ends here and never began: expected a value before this end"
        ]

    def test_two_values_of_one_day_and_a_wrong_order_are_refused(self, tmp_path: Path) -> None:
        values = "a:\n  kind: int\n  says: A\n  series:\n"
        both = f'    - {{from: "2020-01-01", value: 1{E}\n    - {{from: "{{}}", value: 2{E}\n'
        for day, words in (
            ("2020-01-01", "expected one value a day, found two from 2020-01-01"),
            ("2019-12-31", "expected the oldest first, found 2019-12-31 after 2020-01-01"),
        ):
            assert said(pack(tmp_path, values=values + both.replace("{}", day)), "values") == [
                f"values.yaml:4:3: a.series: {words}"
            ]

    def test_a_rule_without_its_section_is_refused(self, tmp_path: Path) -> None:
        permits = (
            'default:\n  life:\n    - from: "2020-01-01"\n      value: {months: 12, rolls: false}\n'
            "      enacted_by: x\n"
        )
        assert said(pack(tmp_path, permits=permits), "permits") == [
            "permits.yaml:3:7: default.life[1]: expected the key cite"
        ]

    def test_what_ends_before_it_begins_is_refused(self, tmp_path: Path) -> None:
        gates = (
            "own.gate:\n  title: Own\n  requirements:\n    - key: a\n      says: A\n      cite: § 9\n"
            '      from: "2024-01-01"\n      until: "2023-12-31"\n      need: {known: application.scope}\n'
            "      exceptions:\n        - label: b\n          when: {known: application.nature}\n"
            '          from: "2024-01-02"\n          until: "2024-01-02"\n'
            "        - label: c\n          when: {is_true: documents.electronic}\n          goes_before: [b]\n"
            '          from: "2024-01-02"\n          until: "2024-01-01"\n'
        )
        assert said(pack(tmp_path, gates__own=gates), "gates") == [
            "gates/own.yaml:8:7: own.gate.requirements[1].until: expected until on or after from, "
            "Mon 1 January 2024; found Sun 31 December 2023",
            "gates/own.yaml:19:11: own.gate.requirements[1].exceptions[2].until: expected until on or after from, "
            "Tue 2 January 2024; found Mon 1 January 2024",
        ]

    def test_a_clause_ends_after_its_adoption(self, tmp_path: Path) -> None:
        clause = (
            '- id: ELS-9-1\n  cite: "§ 9-1"\n  title: T\n  kind: text-only\n  says: S\n'
            '  adopted: "2024-02-01"\n  until: "2024-01-31"\n'
        )
        assert said(pack(tmp_path, provisions__09=clause, gates__own="{}\n"), "provisions") == [
            "provisions/09.yaml:7:3: [1].until: expected until on or after adopted, Thu 1 February 2024; "
            "found Wed 31 January 2024"
        ]


class TestTown:
    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            ("zone: America/New_York", "zone: America/New_Yorck",
             "town.yaml:4:1: zone: no time zone is called America/New_Yorck; did you mean 'America/New_York'"),
            ('swis: ["511111"]', 'swis: ["511111", "511111"]', "town.yaml:5:1: swis: expected each code once: 511111"),
            ('swis: ["511111"]', 'swis: ["511111", "511103"]',
             "town.yaml:8:35: villages[2].swis: 511103 is the town's own code too: a parcel is either in the village "
             "or outside it"),
            ("officers: {officer:", "officers: {oficer:",
             "town.yaml:16:1: officers: expected the office officer, which signs what the State asks for; "
             "did you mean 'oficer'?"),
        ],
    )  # fmt: skip
    def test_what_the_town_says_of_itself_holds_together(self, tmp_path: Path, old: str, new: str, says: str) -> None:
        (found,) = said(pack(tmp_path, town=TOWN.replace(old, new)), "town")
        assert found.startswith(says)

    def test_a_clause_stands_in_a_section_of_the_chapter(self, tmp_path: Path) -> None:
        town = TOWN.replace("chapter:\n  {", 'chapter:\n  {sections: {"§ 9-2": Reserved, "§ 9-11": More}, ')
        assert said(pack(tmp_path, town=town), "provisions") == [
            "provisions/09.yaml:2:3: [1].cite: warning: § 9-1 is not among the sections of the chapter in town.yaml; "
            "did you mean '§ 9-11' or '§ 9-2'?"
        ]

    def test_colours_can_be_read(self, tmp_path: Path) -> None:
        town = TOWN.replace('link: "#17563d"', 'link: "#999999"')
        assert said(pack(tmp_path, town=town), "town") == [
            "town.yaml:13:69: colours.link: expected a contrast of 4.5:1 with #ffffff, found 2.8:1",
            "town.yaml:13:69: colours.link: expected a contrast of 4.5:1 with #f7f5ee, found 2.6:1",
        ]


FEES = """\
setting: {cite: "§ 9-4"}
actions:
  - {key: permit.apply, title: Permit, cite: "§ 9-4"}
  - {key: permit.renew, title: Renewal, cite: "§ 9-4"}
schedules:
  - name: Schedule
    lines:
      - code: permit.application
        title: Permit
        action: permit.apply
        parts:
"""


def fees(tmp_path: Path, *parts: str, more: str = "") -> list[str]:
    """What the check says of a schedule with these parts in its one line; all but the action without a line."""
    text = FEES + "".join(f"          - {part}\n" for part in parts) + more
    found = said(pack(tmp_path, fees=text), "fees")
    found.remove(
        "fees.yaml:4:5: actions[2]: warning: no line of Schedule is for permit.renew: a fee that cannot be charged"
    )
    return found


AREA = "kind: per, fact: application.area, amount: "


class TestFees:
    def test_spans_that_meet_are_whole(self, tmp_path: Path) -> None:
        assert fees(tmp_path, f'{{{AREA}"1", up_to: "1000"}}', f'{{{AREA}"2", above: "1000"}}') == []
        assert fees(tmp_path, f'{{{AREA}"1"}}', "{kind: per, fact: application.cost, amount: '1', up_to: '9'}")[0]

    @pytest.mark.parametrize(
        ("parts", "says"),
        [
            ((f'{{{AREA}"1", up_to: "1000"}}', f'{{{AREA}"2", above: "1001"}}'),
             "fees.yaml:13:13: schedules[1].lines[1].parts[2]: warning: gap: nothing is charged for application.area "
             "from 1000 to 1001"),
            ((f'{{{AREA}"1", up_to: "1000"}}', f'{{{AREA}"2", above: "999"}}'),
             "fees.yaml:13:13: schedules[1].lines[1].parts[2]: warning: overlap: application.area is charged twice "
             "from 999 to 1000"),
            ((f'{{{AREA}"1"}}', f'{{{AREA}"2", above: "500", up_to: "900"}}'),
             "fees.yaml:13:13: schedules[1].lines[1].parts[2]: warning: overlap: application.area is charged twice "
             "from 500 on"),
            ((f'{{{AREA}"1", up_to: "1000"}}',),
             "fees.yaml:12:13: schedules[1].lines[1].parts[1]: warning: gap: nothing more is charged for "
             "application.area above 1000"),
            (('{kind: bands, fact: application.cost, bands: [{up_to: "50", amount: "5.00"}, '
              '{up_to: "100", amount: "9.00"}, {amount: "8.00"}]}',),
             "fees.yaml:11:9: schedules[1].lines[1].parts: warning: above 100 the fee falls from 9.00 to 8.00"),
            (('{kind: choice, fact: application.work_type, cases: {demolsh: {kind: flat, amount: "1.00"}}, '
              'otherwise: {kind: flat, amount: "2.00"}}',),
             "fees.yaml:11:9: schedules[1].lines[1].parts: application.work_type is never demolsh; "
             "did you mean 'demolish'?; expected "),
            (('{kind: choice, fact: certificate.kind, cases: {occupancy: {kind: flat, amount: "1.00"}}}',),
             "fees.yaml:11:9: schedules[1].lines[1].parts: warning: gap: no fee where certificate.kind is compliance "
             "or temporary, and no otherwise"),
        ],
    )  # fmt: skip
    def test_gaps_and_overlaps_of_a_table(self, tmp_path: Path, parts: tuple[str, ...], says: str) -> None:
        found = fees(tmp_path, *parts)
        assert any(line.startswith(says) for line in found), found

    def test_a_choice_of_a_fact_that_there_is_not_is_said_once(self, tmp_path: Path) -> None:
        found = fees(tmp_path, '{kind: choice, fact: application.wrok, cases: {a: {kind: flat, amount: "1.00"}}}')
        (only,) = found
        assert only.startswith("fees.yaml:8:9: schedules[1].lines[1]: no fact is called 'application.wrok'")

    @pytest.mark.parametrize(
        ("bands", "says"),
        [
            (
                '[{up_to: "100"}, {up_to: "100"}, {}]',
                "expected rising limits: band 2 ends at 100, the one before at 100",
            ),
            ('[{up_to: "100"}, {up_to: "99"}, {}]', "expected rising limits: band 2 ends at 99, the one before at 100"),
            ('[{}, {up_to: "99"}, {}]', "expected up_to in every band but the last: band 1 has none"),
            ('[{up_to: "100"}]', "expected the last band without up_to, so that no number lies above them all"),
        ],
    )
    def test_bands_are_whole(self, tmp_path: Path, bands: str, says: str) -> None:
        part = f"          - {{kind: bands, fact: application.cost, bands: {bands}}}\n"
        (found,) = said(pack(tmp_path, fees=FEES + part), "fees")
        assert found == f"fees.yaml:12:51: schedules[1].lines[1].parts[1].bands: {says}"

    def test_amnesties_do_not_overlap(self, tmp_path: Path) -> None:
        amnesty = (
            '        amnesty:\n          - {from: "2027-01-01", to: "2027-06-30", cite: R}\n'
            '          - {from: "2027-06-30", to: "2027-07-31", cite: R}\n'
            '          - {from: "2027-08-01", to: "2027-07-31", cite: R}\n'
        )
        assert fees(tmp_path, '{kind: flat, amount: "1.00"}', more=amnesty) == [
            "fees.yaml:16:34: schedules[1].lines[1].amnesty[3].to: expected to on or after from, Sun 1 August 2027",
            "fees.yaml:15:14: schedules[1].lines[1].amnesty[2].from: warning: two amnesties overlap from "
            "Wed 30 June 2027",
        ]


def penalty(tmp_path: Path, per: str, *offences: str) -> list[str]:
    """What the check says of a penalty with these offences."""
    text = (
        'penalties:\n  fine:\n    - from: "2020-01-01"\n      cite: "§ 9-5"\n      enacted_by: L.L. 1\n      value:\n'
        f"        title: Fine\n        track: criminal\n        per: {per}\n        offences:\n"
    )
    return said(pack(tmp_path, penalties=text + "".join(f"          - {one}\n" for one in offences)), "penalties")


class TestPenalties:
    def test_tiers_that_rise_are_whole(self, tmp_path: Path) -> None:
        assert penalty(
            tmp_path, "day", '{rates: [{most: "350.00"}], jail: {days: 15}}',
            '{rates: [{least: "350.00", most: "700.00"}], jail: {days: 15}}',
            '{rates: [{least: "700.00", most: "1000.00"}, {from_day: 31, least: "700.00", most: "2000.00"}], '
            "jail: {months: 6}}",
        ) == []  # fmt: skip

    def test_a_further_offence_that_bears_less(self, tmp_path: Path) -> None:
        assert penalty(
            tmp_path, "day", '{rates: [{least: "100.00", most: "350.00"}], jail: {months: 6}}',
            '{rates: [{least: "99.00", most: "700.00"}], jail: {days: 15}}', '{rates: [{most: "699.99"}]}',
        ) == [
            "penalties.yaml:12:14: penalties.fine[1].value.offences[2].rates: warning: offence 2 bears less than "
            "offence 1",
            "penalties.yaml:12:13: penalties.fine[1].value.offences[2]: warning: offence 2 bears 15 days, offence 1 "
            "6 months",
            "penalties.yaml:13:14: penalties.fine[1].value.offences[3].rates: warning: offence 3 bears less than "
            "offence 2",
            "penalties.yaml:13:13: penalties.fine[1].value.offences[3]: warning: offence 3 bears no jail, offence 2 "
            "15 days",
        ]  # fmt: skip

    def test_steps_by_days(self, tmp_path: Path) -> None:
        rates = '{rates: [{most: "350.00"}, {from_day: 31, most: "300.00"}]}'
        assert penalty(tmp_path, "violation", rates) == [
            "penalties.yaml:11:40: penalties.fine[1].value.offences[1].rates[2]: warning: the penalty is for each "
            "violation, so that no day after the first is counted",
            "penalties.yaml:11:14: penalties.fine[1].value.offences[1].rates: warning: from violation 31 on the fine "
            "is lower than before",
        ]
        assert penalty(tmp_path, "day", '{rates: [{from_day: 2, most: "350.00"}]}') == [
            "penalties.yaml:11:13: penalties.fine[1].value.offences[1]: expected rates that begin with day 1 and rise"
        ]

    def test_a_rule_that_has_ended_is_left_alone(self, tmp_path: Path) -> None:
        text = f'penalties:\n  fine:\n    - {{from: "2020-01-01", value: null{E}\n'
        (found,) = said(pack(tmp_path, penalties=text), "penalties")
        assert "it ends here and never began" in found


def vacancy(tmp_path: Path, long: str, fee: str) -> list[str]:
    """What the check says of a vacancy law with this time and this annual fee."""
    text = (
        f"categories:\n  empty:\n    title: Empty\n    needs: [unoccupied]\n    {S}    long:\n"
        '      - from: "2020-01-01"\n'
        f"        value: {long}\n        cite: x\n        enacted_by: y\n"
        '  burnt: {title: Burnt, needs: [burnt], cite: "§ 9"}\n'
        f'annual_fee:\n  - from: "2020-01-01"\n    value: {fee}\n    cite: x\n    enacted_by: y\n'
    )
    return said(pack(tmp_path, vacancy=text), "vacancy")


TIMES = "{over: true, classes: {house: {days: 30}, store: {days: 90}}}"


class TestVacancy:
    @pytest.mark.parametrize(
        ("long", "fee", "says"),
        [
            (TIMES, '{classes: {house: ["1.00"], store: ["2.00"]}}', []),
            (TIMES, '{otherwise: ["1.00", "1.00"], classes: {barn: ["1.00"]}}', []),
            ("{over: true, otherwise: {days: 9}}", '{classes: {house: ["1.00"]}}', []),
            ("{over: true}", '{otherwise: ["1.00"]}',
             ["vacancy.yaml:8:9: categories.empty.long[1].value: warning: gap: no class of building has a time here, "
              "and there is no otherwise"]),
            (TIMES, '{classes: {house: ["1.00"]}}',
             ["vacancy.yaml:14:5: annual_fee[1].value: warning: gap: no annual fee for the class store, and no "
              "otherwise"]),
            (TIMES, '{otherwise: ["5.00", "4.99"], classes: {hause: ["1.00", "2.00", "1.00"]}}',
             ["vacancy.yaml:14:13: annual_fee[1].value.otherwise: warning: the fee of year 2 is lower than that of "
              "the year before",
              "vacancy.yaml:14:52: annual_fee[1].value.classes.hause: warning: the fee of year 3 is lower than that "
              "of the year before",
              "vacancy.yaml:14:52: annual_fee[1].value.classes.hause: warning: no category has the class hause; did "
              "you mean 'house'?"]),
            (TIMES, '{otherwise: ["1.00"], plans: [rehab]}',
             ["vacancy.yaml:14:34: annual_fee[1].value.plans: no kind of plan is called rehab"]),
        ],
    )  # fmt: skip
    def test_classes_and_years_are_whole(self, tmp_path: Path, long: str, fee: str, says: list[str]) -> None:
        assert vacancy(tmp_path, long, fee) == says

    def test_what_has_ended_is_left_alone(self, tmp_path: Path) -> None:
        text = (
            "categories:\n  empty:\n    title: Empty\n    needs: [unoccupied]\n    cite: x\n    long:\n"
            f'      - {{from: "2020-01-01", value: {{over: true, otherwise: {{days: 9}}}}{E}\n'
            f'      - {{from: "2021-01-01", value: null{E}\n'
            "plans: {vacant: {title: Kept vacant, cite: x}}\n"
            f'annual_fee:\n  - {{from: "2020-01-01", value: {{otherwise: ["1.00"], plans: [vacant]}}{E}\n'
            f'  - {{from: "2021-01-01", value: null{E}\n'
        )
        assert said(pack(tmp_path, vacancy=text), "vacancy") == []


RECEIPT = """\
receipt:
  title: Receipt
  signed_by: clrk
  fields:
    - {key: numbr, label: Number, required: true, cite: x}
    - {key: received, label: Received, required: true, cite: x}
    - {key: payer, label: From, required: true, cite: x}
    - {key: method, label: By, cite: x}
    - {key: schedule, label: Schedule, cite: x}
    - {key: total, label: Total, required: true, cite: x}
    - {key: remarks_of_the_board, label: Remarks, cite: x}
"""


class TestPapersAndNumbers:
    def test_a_paper_without_what_the_pack_below_requires(self, tmp_path: Path) -> None:
        assert said(pack(tmp_path, papers=RECEIPT), "papers") == [
            "papers.yaml:3:3: receipt.signed_by: no office of the town is called clrk",
            "papers.yaml:4:3: receipt.fields: warning: no line number, which the paper of the pack below requires: "
            "Number of the receipt",
            "papers.yaml:5:8: receipt.fields[1].key: warning: the form has no line numbr; did you mean 'number'?",
        ]

    def test_a_sentence_that_must_stand(self, tmp_path: Path) -> None:
        papers = "documents_accepted: {title: Accepted, fields: []}\n"
        found = said(pack(tmp_path, papers=papers), "papers")
        assert (
            "papers.yaml:1:1: documents_accepted.directives: warning: no sentence not_a_permit, which must stand on "
            "the paper of the pack below" in found
        )

    def test_a_paper_of_the_towns_own_has_nothing_below(self, tmp_path: Path) -> None:
        assert said(pack(tmp_path, papers="placard: {title: Placard}\n"), "papers") == []

    def test_numbers(self, tmp_path: Path) -> None:
        numbers = (
            'permitt: {pattern: "P-{year}-{count}", says: Permits}\n'
            'order: {pattern: "BP-{year}-{count:04}", says: Orders}\n'
            'rental: {pattern: "RR-{year}-{count}", says: Rentals}\n'
            'license: {pattern: "RR-{year}-{count}", says: Licences}\n'
        )
        assert said(pack(tmp_path, numbers=numbers), "numbers") == [
            "numbers.yaml:1:1: permitt: warning: no kind of record is called permitt; did you mean 'permit'?",
            "numbers.yaml:2:1: order: order and permit are numbered alike, BP-{year}-{count:04}: expected a pattern of "
            "its own",
            "numbers.yaml:4:1: license: license and rental are numbered alike, RR-{year}-{count}: expected a pattern "
            "of its own",
        ]

    def test_a_pattern_of_the_town_that_the_states_has_for_another_kind(self, tmp_path: Path) -> None:
        (found,) = said(pack(tmp_path, numbers='permit: {pattern: "OP-{year}-{count:04}", says: P}\n'), "numbers")
        assert found.startswith("numbers.yaml:1:1: permit: operating and permit are numbered alike")


READINGS = """\
one: {says: A, taken: B, setting: "SETTING"}
"""

PERMITS = f"""\
default:
  life:
    - {{from: "2020-01-01", value: {{months: 12, rolls: false}}{E}
  commence:
    - {{from: "2020-01-01", value: null{E}
"""


class TestReadings:
    @pytest.mark.parametrize(
        "setting",
        [
            "permits: default.life", "permits: default.life.months", "permits: default.amendment",
            "permits: kinds", "gates: permit.issue", "gates: permit.issue, insurance.disability", "town: swis",
            "numbers: permit.pattern",
            "values: assembly_area_persons.series", "fees: setting.cite", "closings: closings",
            "gates: certificate.issue, second_signature.need", "gates: permit.issue, permit.amend",
            "permits: default.life.months, rolls", "permits: default.life, default.amendment; gates: permit.issue",
            "every date of this pack", "gates: the margin of 3 feet", "gates: permit.issue and permit.amend",
            "penalties: executive_law_382.offences.jail", "orders: kinds",
        ],
    )  # fmt: skip
    def test_settings_that_there_are(self, tmp_path: Path, setting: str) -> None:
        readings = READINGS.replace("SETTING", setting)
        assert said(pack(tmp_path, readings=readings, permits=PERMITS), "readings") == []

    @pytest.mark.parametrize(
        ("setting", "says"),
        [
            ("permit: default.life", "no part of a pack is called permit; did you mean 'permits'?; expected such as "
             "permits: default"),
            ("permits: default.lfe", "the setting permits: default.lfe leads nowhere: there is no lfe; did you mean "
             "'life'?"),
            ("permits: default.life.monhts", "the setting permits: default.life.monhts leads nowhere: there is no "
             "monhts; did you mean 'months'?"),
            ("permits: default.commence.months", "the setting permits: default.commence.months leads nowhere: there "
             "is no months"),
            ("gates: permit.isue, fee", "the setting gates: permit.isue, fee leads nowhere: there is no permit.isue; "
             "did you mean 'permit.issue' or "),
            ("vacancy: categories.a.long", "the setting vacancy: categories.a.long leads nowhere: there is no a.long"),
            ("pending: reports", "the setting pending: reports leads nowhere: there is no reports"),
        ],
    )  # fmt: skip
    def test_settings_that_there_are_not(self, tmp_path: Path, setting: str, says: str) -> None:
        readings = READINGS.replace("SETTING", setting)
        (found,) = said(pack(tmp_path, readings=readings, permits=PERMITS), "readings")
        assert found.startswith(f"readings.yaml:1:26: one.setting: warning: {says}")


def test_a_fact_that_nothing_asks_for(tmp_path: Path) -> None:
    facts = (
        "town.second_signature: {kind: bool, says: S, ask: S?}\n"
        "town.shown: {kind: text, says: S, ask: S?}\ntown.idle: {kind: bool, says: S, ask: S?}\n"
    )
    gates = (
        "certificate.issue:\n  requirements:\n    - {key: second_signature, says: S, cite: x, "
        'need: {is_true: town.second_signature}, why: {unmet: "{town.shown}"}}\n'
    )
    assert said(pack(tmp_path, facts=facts, gates__own=gates), "facts") == [
        "facts.yaml:3:1: town.idle: warning: nothing in the pack asks for this fact"
    ]


def test_a_fact_that_nobody_tells(tmp_path: Path) -> None:
    gates = (
        "permit.issue:\n  requirements:\n"
        "    - {key: a, says: A, cite: x, need: {all: [{is_true: town.second_signature}, {known: order.dated}]}}\n"
        "    - {key: b, says: B, cite: x, need: {known: application.scope}}\n"
    )
    folder = pack(tmp_path, gates__own=gates)
    report = check("gap", own=folder, told=lambda name, gate: not name.startswith("town."))
    assert [str(one) for one in report.problems if "nobody" in one.says] == [
        "gap/gates/own.yaml:3:34: permit.issue.requirements[1].need: warning: nobody in the office tells "
        "town.second_signature yet"
    ]


def test_what_waits_for_a_subject_of_the_office_stands_in_one_line_a_subject(tmp_path: Path) -> None:
    # Given requirements that rest on facts of orders, of vacant buildings, and one of the town's own
    gates = (
        "levy.add:\n  title: May it be levied?\n  requirements:\n"
        "    - {key: a, says: A, cite: x, need: {all: [{known: order.remedy_by}, {known: vacancy.delinquent}]}}\n"
        "    - {key: b, says: B, cite: x, need: {known: order.remedy_by}}\n"
        "    - {key: c, says: C, cite: x, need: {is_true: town.second_signature}}\n"
    )
    report = check("gap", own=pack(tmp_path, gates__own=gates), told=lambda name, gate: False)
    # When the report is read, then the subjects stand in a line each with how many requirements wait for them
    lines = report.words().splitlines()
    at = next(place for place, line in enumerate(lines) if "--all" in line)
    assert lines[at:] == [
        "gap: requirements whose facts nobody in the office tells yet, by what will (--all lists them):",
        "  orders and service: 2",
        "  vacant buildings: 1",
        lines[-1],
    ]
    assert [line for line in lines if "nobody in the office tells town.second_signature yet" in line]
    assert not [line for line in lines if "order.remedy_by" in line]
    assert str(report) == report.words()
    # And they are warnings of nobody's making, so that they do not count among those to be mended
    assert sum(one.warning for one in report.problems) == int(lines[-1].split()[-2]) + 3
    # And the whole list has each with its place
    whole = report.words(whole=True).splitlines()
    assert [line.split(": warning: ")[1] for line in whole if "order.remedy_by" in line] == [
        "nobody in the office tells order.remedy_by yet",
        "nobody in the office tells order.remedy_by yet",
    ]
    assert not [line for line in whole if "--all" in line]
    assert {one["waits_for"] for one in report.to_json()["problems"]} == {"", "orders and service", "vacant buildings"}


def test_who_may_do_an_act_that_there_is_not(tmp_path: Path) -> None:
    # Given a pack that says of four acts who does them: one that the office has, two that are misspelt, one to come
    need = "{contains: {fact: actor.offices, value: officer}}"
    who = f"{{title: Who, requirements: [{{key: a, says: A, cite: x, need: {need}}}]}}"
    names = ("permit.issue", "permit.isue", "permit.foreclose", "premit.renew", "complaint.receive")
    gates = "".join(f"who.{name}: {who}\n" for name in names)
    folder = pack(tmp_path, gates__own=gates)
    # When it is checked against what the office can do
    acts = ("permit.issue", "permit.renew", "certificate.issue")
    found = [str(one) for one in check("gap", own=folder, acts=acts).problems if ".who." in f".{one.place}"]
    # Then the misspelt are errors with the names that are near, or all that there are of such a thing
    assert found == [
        "gap/gates/own.yaml:2:1: who.permit.isue: no act is called permit.isue; did you mean 'permit.issue'?",
        "gap/gates/own.yaml:3:1: who.permit.foreclose: no act is called permit.foreclose; of permit there are "
        "permit.issue and permit.renew",
        "gap/gates/own.yaml:4:1: who.premit.renew: no act is called premit.renew; did you mean 'permit.renew'?",
        "gap/gates/own.yaml:5:1: who.complaint.receive: warning: the office has no act complaint.receive yet: this "
        "says who does nothing",
    ]
    # And without a list of acts nothing is said of them
    assert not [one for one in check("gap", own=folder).problems if "no act" in one.says]


def test_every_kind_of_record_that_the_office_numbers_has_a_pattern(tmp_path: Path) -> None:
    holidays = 'counting: {cite: "§ 20"}\nmonths: {cite: "§ 30"}\nrolling: {cite: "§ 25-a"}\nholidays: []\n'
    files = {"gates__own": "{}\n", "provisions__09": "[]\n", "facts": "{}\n", "holidays": holidays}
    alone = pack(tmp_path, pack="name: gap\ntitle: Alone\n", numbers="{}\n", **files)
    assert said(alone, "numbers") == [
        "numbers.yaml:1:1: no pattern for the numbers of permit, certificate_of_occupancy, certificate_of_compliance, "
        "temporary_certificate, inspection, receipt and claim"
    ]


def test_parts_without_which_an_office_comes_to_a_stand(tmp_path: Path) -> None:
    start("new-town", tmp_path)

    (tmp_path / "new-town" / "pack.yaml").write_text("name: new-town\ntitle: T\nextends: new-york\n")
    (tmp_path / "new-town" / "certificates.yaml").write_text("kinds: {}\n")
    problems = [str(one) for one in check("new-town", shelf=tmp_path).problems if "pack.yaml" in one.mark.file]

    assert problems == [
        "new-town/pack.yaml:1:1: warning: no permits.yaml says how long a permit lives: the officer fixes the last "
        "day of each",
        "new-town/pack.yaml:1:1: warning: no certificates.yaml names a kind of certificate: none can be issued",
        "new-town/pack.yaml:1:1: warning: no fees.yaml names what a fee is charged for",
    ]


def test_without_a_period_and_without_the_officers_day_permits_never_end(tmp_path: Path) -> None:
    start("new-town", tmp_path)

    (tmp_path / "new-town" / "permits.yaml").write_text("default: {}\n")
    problems = [str(one) for one in check("new-town", shelf=tmp_path).problems]

    assert any("says how long a permit lives: permits of this town never end" in line for line in problems)
