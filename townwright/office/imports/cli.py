"""What the command line's `import permits` does: try or load a file, write the rejected rows, tell it in lines."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, TextIO

from townwright.office.files.errors import FileDamaged
from townwright.office.imports import acts
from townwright.office.imports import mapping as mappings
from townwright.office.register.actors import Actor
from townwright.office.register.errors import ActError

_SHOWN = 20  # rejected rows that the lines name; the file has them all


class ImportTrouble(Exception):
    """The file was not loaded; the words say why and what to do."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a file. `to_json` is for programs, `str` for people."""

    figures: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Counts, control totals, notes and rejected rows; see `Plan.report`."""
        return self.figures

    def __str__(self) -> str:
        told = self.figures
        lines = [
            f"{told['file']}, by the mapping {told['mapping']}"
            + (" (tried only: nothing was changed)" if told["dry_run"] else ""),
            f"  rows read      {told['read']:>10,}",
            *(
                f"  {name:<14} {told[name]:>10,}  {what}"
                for name, what in (
                    ("new", "records"),
                    ("changed", "records"),
                    ("unchanged", "records"),
                    ("joined", "rows that belong to the record of another row"),
                    ("rejected", "rows"),
                    ("missing", "records that this list no longer has; they stay"),
                )
            ),
            *(f"  {name:<14} {_money(total):>18}  control total" for name, total in told["totals"].items()),
            f"  parcels        {told['parcels']['new']:>10,}  new, {told['parcels']['on_record']:,} on record",
            *(f"  note: {note}" for note in told["notes"]),
            *(f"  row {row['row']} rejected: {row['reason']}" for row in told["rejected_rows"][:_SHOWN]),
        ]
        if told["rejected"] > _SHOWN:
            lines.append(f"  … and {told['rejected'] - _SHOWN:,} more")
        if told["rejected_file"]:
            lines.append(f"  Repair the rejected rows in {told['rejected_file']} and load that file.")
        if told["entry"] is not None:
            lines.append(f"  Register entry {told['entry']:,}.")
        elif not told["dry_run"]:
            lines.append("  The records stay as they were.")
        return "\n".join(lines)


def permits(
    file: Path,
    mapping: str,
    *,
    dry_run: bool,
    rejected: Path | None,
    actor: Actor,
    progress: TextIO | None = None,
) -> Report:
    """Tries or loads a list of permits. `mapping` is a preset's name or a mapping file, which the office then keeps.

    Rejected rows go to `rejected`, or beside the list. Raises `ImportTrouble`; nothing is half done.
    """
    try:
        if dry_run:
            planned = acts.dry_run(file, _given(mapping))
            figures = planned.report(dry_run=True)
        else:
            name = mappings.adopt(Path(mapping)) if _is_file(mapping) else mapping
            planned, figures = acts.load(file, name, actor=actor, progress=_bar(progress) if progress else None)
        to = rejected or file.with_name(f"{file.stem}-rejected.csv")
        if planned.reading.rejected:
            to.write_text(planned.rejected_csv(), encoding="utf-8", newline="")
        return Report({**figures, "rejected_file": str(to) if planned.reading.rejected else None})
    except (ActError, FileDamaged) as error:
        raise ImportTrouble(str(error)) from None
    except OSError as error:
        raise ImportTrouble(f"{error.filename or file}: {error.strerror or error}.") from None


def _given(mapping: str) -> mappings.Mapping:
    return mappings.read(Path(mapping)) if _is_file(mapping) else mappings.mapping(mapping)


def _is_file(mapping: str) -> bool:
    return mapping.endswith(".yaml")


def _bar(out: TextIO) -> acts.Progress:
    """A bar that is drawn over itself, and ended by a new line."""

    def draw(done: int, of: int) -> None:
        filled = 40 * done // max(of, 1)
        out.write(f"\r  [{'#' * filled}{'.' * (40 - filled)}] {done:,} of {of:,}{chr(10) if done == of else ''}")
        out.flush()

    return draw


def _money(amount: str) -> str:
    return f"${Decimal(amount):,.2f}"
