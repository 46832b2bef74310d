"""Starting the pack of a town that has none: a commented folder to be edited, or a copy of another town's to be
changed.

A new pack stands on a floor (the State's, or one that several towns share). Its files explain themselves: lines that
begin with `##` say what is meant, those with a single `#` are an example, which counts once the `#` is taken away. A
line that is still the example's, or the other town's, ends in `# to change`; the check of the pack lists what is left.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from townwright.law.layers import Layer, read_layer
from townwright.law.loader import LoadError, load_text
from townwright.law.packs import SHIPPED, names_in, read_layers, shipped_names
from townwright.law.words import did_you_mean, listed

#: The commented files that a new pack begins with.
STARTER = Path(__file__).parent / "starter"

#: How a line ends that is still to be changed for the town.
TO_CHANGE = "# to change"

#: The files of the starter that count as they are; in the others everything is an example.
_LIVE = ("pack.yaml", "town.yaml")

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_PREFIX = re.compile(r"[A-Z]{2,4}")
_ID = re.compile(r"\bid:\s*([A-Z]{2,4})-")


class NotStarted(ValueError):
    """A pack that cannot be started, in one plain sentence."""


def start(name: str, shelf: Path, *, source: str = "new-york", prefix: str = "") -> Path:
    """Writes a new pack into the folder of packs, and answers where it lies.

    `source` is a floor, on which the new pack then stands, or the pack of a town, which is copied. `prefix` begins the
    ids of its provisions; left out, one is made of the name. Raises `NotStarted` for a name that cannot be one, or is
    taken, for a source that there is not or that cannot be read, and for a prefix that another pack has.
    """
    _check_name(name, shelf)
    town_copied = _source(source, shelf)
    letters = _prefix(name, shelf, prefix)
    files = _commented(name, source, letters) if town_copied is None else _copied(name, town_copied, source, letters)
    folder = shelf / name
    for path, text in files:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return folder


def _check_name(name: str, shelf: Path) -> None:
    if len(name) > 40 or not _NAME.fullmatch(name):
        raise NotStarted(
            f"{name!r} cannot name a pack: use small letters, digits and single hyphens, a letter first, 40 characters "
            "at most, such as harrow-mills."
        )
    if name in shipped_names():
        raise NotStarted(f"The program ships a pack that is called {name}: give yours another name.")
    if (shelf / name).exists():
        raise NotStarted(f"{shelf / name} is there already, and nothing is written over.")


def _source(source: str, shelf: Path) -> Layer | None:
    """The pack of a town to be copied; None for a floor to stand on."""
    known = [*shipped_names(), *names_in(shelf)]
    if source not in known:
        raise NotStarted(f"No pack is called {source}{did_you_mean(source, known)}; there are {listed(known)}.")
    layers = read_layers(source, shelf=shelf)
    if wrong := [problem for layer in layers for problem in layer.problems]:
        raise NotStarted(f"The pack {source} cannot be read: {wrong[0]}.")
    return layers[-1] if layers[-1].part("town") is not None else None


def _prefix(name: str, shelf: Path, given: str) -> str:
    """What the ids of the provisions begin with, which no other pack's do."""
    packs = [SHIPPED / one for one in shipped_names()] + [shelf / one for one in names_in(shelf)]
    taken = {prefix: folder.name for folder in packs for prefix in _prefixes(folder)}
    if given:
        if not _PREFIX.fullmatch(given):
            raise NotStarted(f"{given!r} cannot begin the ids of provisions: use two to four capital letters.")
        if given in taken:
            raise NotStarted(f"The ids of the pack {taken[given]} begin with {given}: give --prefix another.")
        return given
    letters = re.sub(r"[^a-z]", "", name).upper()
    initials = "".join(re.sub(r"[^a-z]", "", word)[:1] for word in name.split("-")).upper()
    for made in (letters[:3], letters[:4], initials[:4], letters[:2]):
        if _PREFIX.fullmatch(made) and made not in taken:
            return made
    raise NotStarted(
        "The letters that would begin the ids of its provisions belong to another pack: give --prefix two to four "
        "capital letters of its own."
    )


def _prefixes(folder: Path) -> Counter[str]:
    """What the ids of a pack's provisions begin with, each with how many do."""
    return Counter(
        prefix for path in folder.glob("provisions/*.yaml") for prefix in _ID.findall(path.read_text(encoding="utf-8"))
    )


# -- a pack that stands on a floor -------------------------------------------------------------------------------------


def _commented(name: str, floor: str, letters: str) -> Iterator[tuple[str, str]]:
    """The starter's files with the town's name in them; what is not to count yet is made a comment."""
    words = " ".join(word.capitalize() for word in name.removeprefix("town-of-").split("-"))
    for path in sorted(STARTER.rglob("*.yaml")):
        file = path.relative_to(STARTER).as_posix()
        text = path.read_text(encoding="utf-8").replace("XYZ-", f"{letters}-").replace("Sample", words)
        if file == "pack.yaml":
            text = text.replace("name: sample", f"name: {name}").replace("extends: new-york", f"extends: {floor}")
        yield file, text if file in _LIVE else as_example(text)


def as_example(text: str) -> str:
    """A file of which every line that is no explanation is made a comment."""
    lines = (line if not line or line.lstrip().startswith("##") else f"# {line}" for line in text.splitlines())
    return "\n".join(lines) + "\n"


def as_rules(text: str) -> str:
    """A file of which every line of the example counts: the single # is taken away."""
    return "\n".join(line.removeprefix("# ") for line in text.splitlines()) + "\n"


# -- a copy of another town's ------------------------------------------------------------------------------------------


def _copied(name: str, town: Layer, source: str, letters: str) -> Iterator[tuple[str, str]]:
    """The files of a town's pack under another name, with ids of its own, and with what is that town's marked."""
    ids = _prefixes(town.folder)
    old = ids.most_common(1)[0][0] if ids else ""
    place: str = town.part("town").name
    proper = re.compile(rf"\b{re.escape(place.removeprefix('Town of '))}\b|\benacted_by:")
    for file in town.documents:
        if file == "pending.yaml":
            continue  # of a pack of the office's own nothing is proved by tests
        text = (town.folder / file).read_text(encoding="utf-8")
        if old:
            text = re.sub(rf"\b{old}-", f"{letters}-", text)
        head = (
            f"## Copied from the pack {source}. Make everything here this town's own, then take this line away. "
            f"{TO_CHANGE}\n"
        )
        if file == "pack.yaml":
            text = re.sub(r"(?m)^name:.*$", f"name: {name}", text)
            yield file, re.sub(r"(?m)^(title:.*)$", rf"\1 {TO_CHANGE}", text)
        elif file.startswith("provisions/"):
            yield file, head + text
        else:
            marks = re.compile(r"^(?!\s*carries:).*:\s*\S") if file == "town.yaml" else proper
            yield file, head + _marked(text, marks)


def _marked(text: str, of_the_town: re.Pattern[str]) -> str:
    """A file with the lines marked that are another town's, where a mark changes nothing of what the file says."""
    before = load_text(text, "").value
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if of_the_town.search(line) and not line.lstrip().startswith("#"):
            marked = [*lines[:at], f"{line.rstrip()} {TO_CHANGE}", *lines[at + 1 :]]
            if _says("\n".join(marked)) == before:
                lines = marked
    return "\n".join(lines) + "\n"


def _says(text: str) -> object:
    try:
        return load_text(text, "").value
    except LoadError:
        return None


def still_to_change(folder: Path, file: str) -> Iterator[tuple[int, int, str]]:
    """The lines of a file of a pack that are still the example's or another town's: (line, column, what stands there).

    Lines and columns count from 1.
    """
    for number, line in enumerate((folder / file).read_text(encoding="utf-8").splitlines(), start=1):
        if line.rstrip().endswith(TO_CHANGE):
            yield number, line.rindex(TO_CHANGE) + 1, line.rstrip().removesuffix(TO_CHANGE).strip(" #")


def of_folder(folder: Path) -> str:
    """The name of the pack that lies in a folder: what it says of itself, else the folder's own."""
    head = read_layer(folder).part("pack")
    return folder.name if head is None else str(head.name)
