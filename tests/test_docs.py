"""The documentation holds: links lead somewhere, commands parse, examples are valid, what is generated is current.

What a page is said to show is looked for among the program's own words, so that a renamed act is renamed here too.
"""

from __future__ import annotations

import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import TypeAdapter

from townwright import cli
from townwright.law import manual as manual_of_facts
from townwright.law.catalogue import CATALOGUE
from townwright.law.layers import FILES, FOLDERS
from townwright.law.loader import load
from townwright.law.packs import compile_pack
from townwright.law.predicates import WORDS, Predicate
from townwright.office.register.acts import specs

CHECKOUT = Path(__file__).parent.parent
DOCS = CHECKOUT / "docs"
PAGES = [CHECKOUT / "README.md", CHECKOUT / "bench" / "README.md", *sorted(DOCS.rglob("*.md"))]

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.M)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def shown(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def without_code(text: str) -> str:
    """A page without its blocks of code and its words in code, in which brackets are no links."""
    return re.sub(r"`[^`\n]+`", "code", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are made from the words."""
    headings = _HEADING.findall(re.sub(r"^```.*?^```", "", text_of(page), flags=re.M | re.S))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_every_link_leads_somewhere(page: Path) -> None:
    lost = []
    for target in _LINK.findall(without_code(text_of(page))):
        path, _, anchor = target.partition("#")
        if "://" in path:
            continue
        found = (page.parent / path).resolve() if path else page
        if not found.exists() or (anchor and anchor not in anchors(found)):
            lost.append(target)
    assert not lost


# -- commands ----------------------------------------------------------------------------------------------------------


def commands() -> Iterator[tuple[str, str]]:
    """Every command line of ours in the docs: in a block of its own, or as words in code."""
    for page in PAGES:
        text = text_of(page)
        for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S):
            yield from ((shown(page), line) for line in block.splitlines() if "townwright " in line)
        for words in re.findall(r"`((?:\S*/)?townwright [^`]+)`", text):
            yield shown(page), " ".join(words.split())


def test_every_command_line_is_one() -> None:
    """Each is read by the parser of the command line; a verb alone (`townwright serve`) counts too."""
    seen = 0
    for page, line in commands():
        words = shlex.split(line, comments=True)
        if not words or not re.fullmatch(r"(\S*/)?townwright", words[0]) or "…" in line:
            continue
        seen += 1
        try:
            cli._parser().parse_args(words[1:])
        except SystemExit:
            pytest.fail(f"{page}: {line}")
    assert seen > 10


def test_every_script_is_there() -> None:
    """`bench/run lists`, `./run`, `python -m …`: what the docs call exists."""
    for page in PAGES:
        for name in re.findall(r"bench/run (\w+)", text_of(page)):
            assert (CHECKOUT / "bench" / f"{name}.py").is_file(), (shown(page), name)
        for module in re.findall(r"python -m (townwright[\w.]+)", text_of(page)):
            path = CHECKOUT / module.replace(".", "/")
            assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), (shown(page), module)


def test_paths_named_in_the_tour_exist() -> None:
    for page in ("engineers.md", "architecture.md", "attorneys.md", "new-town.md"):
        for path in re.findall(r"`((?:townwright|tests|docs|bench)/[\w/.\-]+)`", text_of(DOCS / page)):
            assert (CHECKOUT / path).exists(), (page, path)


# -- examples ----------------------------------------------------------------------------------------------------------


def test_every_predicate_has_an_example_that_holds() -> None:
    """One row a word of the vocabulary, its example valid and of facts that exist."""
    pack = compile_pack("chester")
    kinds = {name: value.kind for name, value in pack.values.items()}
    adapter: TypeAdapter[Any] = TypeAdapter(Predicate)
    rows = re.findall(r"^\| `(\w+)` \|.*\| `(.+)` \|$", text_of(DOCS / "attorneys.md"), re.M)
    assert sorted(word for word, _ in rows) == sorted(WORDS)
    for word, example in rows:
        written = yaml.safe_load(example)
        assert list(written) == [word]
        assert list(adapter.validate_python(written).check(pack.catalogue, kinds)) == []


def test_every_example_of_a_file_is_valid(tmp_path: Path) -> None:
    """Each is read as strictly as a pack is; its first line names the file that it is part of."""
    examples = re.findall(r"^```yaml\n# (\S+)\n(.*?)^```", text_of(DOCS / "attorneys.md"), re.M | re.S)
    shown = {name.partition("/")[0] if "/" in name else name for name, _ in examples}
    assert shown == {*FILES, *FOLDERS}, "every part of a pack has an example"
    for name, example in examples:
        path = tmp_path / "example.yaml"
        path.write_text(example, encoding="utf-8")
        adapter = FILES.get(name) or FOLDERS[name.partition("/")[0]]
        adapter.validate_python(load(path).value)


# -- words of pages ----------------------------------------------------------------------------------------------------


def test_the_clerks_manual_says_what_pages_say() -> None:
    """Every phrase in italics stands somewhere in the program: the title of an act, a list, a field, a button."""
    sources = [*(CHECKOUT / "townwright").rglob("*.py"), *(CHECKOUT / "townwright").rglob("*.html")]
    said = "\n".join(text_of(path) for path in sources)
    manual = " ".join(text_of(DOCS / "clerks.md").split())
    phrases = re.findall(r"(?<!\*)\*([^*|]+)\*(?!\*)", manual)
    assert len(phrases) > 40
    assert [phrase for phrase in phrases if phrase not in said] == []


# -- what is generated -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "page"),
    [
        ("townwright.law.manual", "facts.md"),
        ("townwright.office.register.manual", "acts.md"),
        ("townwright.office.papers.manual", "papers.md"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
def test_what_is_generated_is_current(module: str, page: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_module(module, run_name="__main__")
    assert text_of(DOCS / page) == capsys.readouterr().out, f"run: python -m {module} > docs/{page}"


def test_the_manual_of_acts_has_every_act_and_field() -> None:
    manual = text_of(DOCS / "acts.md")
    for declared in specs():
        assert f"### `{declared.name}`\n" in manual
        assert declared.title in manual
        for name in declared.given.model_fields:
            assert f"`{name}`" in manual


def test_the_manual_of_facts_has_every_fact_with_its_question() -> None:
    manual = manual_of_facts.manual()
    for fact in CATALOGUE:
        assert f"`{fact.name}" in manual
        assert fact.ask in manual


def test_decisions_are_numbered_without_gaps_and_listed() -> None:
    records = sorted((DOCS / "decisions").glob("[0-9]*.md"))
    assert [int(path.name[:4]) for path in records] == list(range(1, len(records) + 1))
    index = text_of(DOCS / "decisions" / "README.md")
    assert [path.name for path in records if f"({path.name})" not in index] == []
