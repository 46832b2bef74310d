"""Writes small packs into a folder, for tests of what is done with packs."""

from pathlib import Path

TOWN = """\
name: Town of Elsewhere
county: Ulster
state: New York
zone: America/New_York
swis: ["511111"]
villages:
  - {name: Village of Over There, swis: ["511101"], enforces: true}
  - {name: Village of Down There, swis: ["511103"], enforces: false}
department: Building Department
board: Town Board
hall: Town Hall
hours: Monday to Friday
colours: {town: "#1c4a38", town_2: "#143628", town_soft: "#d5e2da", link: "#17563d"}
chapter:
  {number: "9", title: Buildings, adopted: "2020-01-01", enacted_by: L.L. 1-2020, in_force_from: "2020-02-01"}
officers: {officer: {title: Building Inspector}}
"""

PROVISIONS = """\
- id: ELS-9-1
  cite: "§ 9-1"
  title: Two signatures on every certificate
  kind: requirement
  says: Two officers sign.
  accept:
    - {given: one signature, when: issuing, then: refused}
    - {given: two signatures, when: issuing, then: issued}
- id: ELS-9-2
  cite: "§ 9-2(A)(1)"
  title: Reserved
  kind: text-only
  says: Reserved.
  adopted: "2020-02-01"
  until: "2024-12-31"
"""

GATES = """\
certificate.issue:
  title: May the certificate issue?
  carries: [ELS-9-1]
  requirements:
    - key: second_signature
      says: A second officer signs
      carries: [ELS-9-1]
      need: {is_true: town.second_signature}
"""

FACTS = """\
town.second_signature: {kind: bool, says: Second signature, ask: Has a second officer signed?, held_by: officer}
"""

PERMITS = """\
default:
  life:
    - {from: "2020-02-01", value: {months: 12, rolls: false}, cite: "§ 9-4", enacted_by: L.L. 1-2020}
"""

CERTIFICATES = 'kinds: {occupancy: {title: Certificate of Occupancy, cite: "§ 9-7"}}\n'

FEES = 'setting: {cite: "§ 9-18"}\nactions: [{key: permit.apply, title: Building permit, cite: "§ 9-18"}]\n'


def make_pack(folder: Path, **files: str) -> Path:
    """A pack named like its folder that stands on the State's; `gates__extra` is gates/extra.yaml."""
    written = {
        "pack": f"name: {folder.name}\ntitle: Town of Elsewhere, Chapter 9\nextends: new-york\n",
        "town": TOWN,
        "provisions__09": PROVISIONS,
        "gates__own": GATES,
        "facts": FACTS,
        "permits": PERMITS,
        "certificates": CERTIFICATES,
        "fees": FEES,
        **files,
    }
    for name, text in written.items():
        path = folder / f"{name.replace('__', '/')}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
