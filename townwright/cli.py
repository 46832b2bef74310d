"""The command line behind every page's work: `townwright VERB`, exit code 0 only on success.

`--data DIR` says where the offices lie (default `var/`), `--town NAME` which one is meant, `--json` prints figures for
programs. Each verb is a small function here that calls what the pages call.
"""

from __future__ import annotations

import argparse
import getpass
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from townwright.office.register.actors import Actor

Verb = Callable[[argparse.Namespace], int]


class Complaint(Exception):
    """Something that the person at the command line can put right."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one verb. Answers its exit code: 0 only on success."""
    options = _parser().parse_args(arguments)
    if options.data:
        os.environ["TOWNWRIGHT_DATA"] = str(Path(options.data).absolute())
    verb: Verb = options.run
    if verb not in (law_new, law_check, law_coverage, law_schema):
        _set_up()
    try:
        return verb(options)
    except Complaint as complaint:
        print(f"townwright: {complaint}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _set_up() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "townwright.site.settings")
    django.setup()


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data", metavar="DIR", help="folder of the offices (default: var)")
    common.add_argument("--town", metavar="NAME", help="the office that is meant")
    common.add_argument("--json", action="store_true", help="print figures as JSON")
    parser = argparse.ArgumentParser(prog="townwright", description="The code-enforcement office of a town.")
    verbs = parser.add_subparsers(metavar="VERB", required=True)

    def add(into: Any, name: str, run: Verb, words: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = into.add_parser(name, help=words, description=words, parents=[common])
        made.set_defaults(run=run)
        return made

    def group(name: str, words: str) -> Any:
        return verbs.add_parser(name, help=words, description=words).add_subparsers(metavar="WHAT", required=True)

    made = add(verbs, "serve", serve, "Serve the offices on this machine.")
    made.add_argument("--host", default="127.0.0.1")
    made.add_argument("--port", type=int, default=8000)
    made.add_argument("--workers", type=int, default=2)
    made.add_argument("--today", type=_day, help="the day that practice offices live on, like 2026-11-17")

    made = add(verbs, "practice", practice, "Open the practice offices, with invented people, parcels and cases.")
    made.add_argument("--today", type=_day, help="the day that they live on, like 2026-11-17")
    made.add_argument("--empty", action="store_true", help="without cases")

    town = group("town", "Offices: open one, list them.")
    made = add(town, "open", town_open, "Open an office by a pack.")
    made.add_argument("slug", help="its name in addresses: a-z, 0-9, hyphens")
    made.add_argument("--pack", required=True, help="the pack that it works by")
    made.add_argument("--practice", action="store_true", help="an office for practice")
    made.add_argument("--today", type=_day, help="the day that a practice office lives on")
    add(town, "list", town_list, "List the offices.")
    add(town, "migrate", town_migrate, "Bring every office's storage up to this release, after a backup copy.")

    law = group("law", "Packs: check one, count what is proved.")
    made = add(law, "new", law_new, "Start the pack of a town: a commented folder, or a copy of another town's.")
    made.add_argument("name", help="its name: a-z, 0-9, hyphens")
    made.add_argument("--from", dest="source", default="new-york", metavar="PACK", help="what it begins with")
    made.add_argument("--prefix", default="", help="what the ids of its provisions begin with, like XYZ")
    made = add(law, "check", law_check, "Check packs, and explain each error with its file and line.")
    made.add_argument("packs", nargs="*", help="packs by name, or folders; every pack if none is named")
    made.add_argument("--all", action="store_true", help="also what waits for subjects that the office has not yet")
    made = add(law, "coverage", law_coverage, "Provision, rule, tests: what is proved.")
    made.add_argument("packs", nargs="*", help="packs by name; every shipped one if none is named")
    made = add(law, "schema", law_schema, "The JSON Schema of a pack, for editors.")
    made.add_argument("--into", type=Path, metavar="DIR", help="write one schema a file, and say how to name them")
    made = add(law, "rehearse", law_rehearse, "What a change of the law would do; keeps nothing.")
    made.add_argument("--place", required=True, help="where in the pack, like permits.default.life")
    made.add_argument("--value", default="", help="what stands there then, as a pack writes it; left out, it ends")
    made.add_argument("--from", dest="begins", type=_day, required=True, help="the day from which it counts")
    made.add_argument("--cite", default="Draft", help="the section")
    made.add_argument("--day", type=_day, help="the day beside today as of which the records are looked at")

    made = add(group("import", "Bring in records."), "permits", import_permits, "Import permits from a file.")
    made.add_argument("file", type=Path)
    made.add_argument("--mapping", required=True, help="a preset by name, or a mapping file")
    made.add_argument("--dry-run", action="store_true", help="say what would be done, and change nothing")
    made.add_argument("--rejected", type=Path, help="where to write the rejected rows")

    add(group("register", "The register."), "verify", register_verify, "Prove the register's chain.")

    staff = group("staff", "The people of an office.")
    made = add(staff, "add", staff_add, "Open a log-in; the password is asked for.")
    made.add_argument("username")
    made.add_argument("--name", required=True)
    made.add_argument("--role", required=True, choices=["clerk", "inspector", "officer", "administrator", "applicant"])
    made.add_argument("--email", default="")
    made.add_argument("--password-stdin", action="store_true", help="read the password from standard input")
    made = add(staff, "appoint", staff_appoint, "Appoint somebody to an office of the town.")
    made.add_argument("username")
    made.add_argument("--office", required=True)
    made.add_argument("--begins", type=_day, required=True)
    made.add_argument("--ends", type=_day)
    made.add_argument("--resolution", required=True)
    made.add_argument("--acting", action="store_true")
    made.add_argument("--why-acting", default="")
    made.add_argument("--experience", default="")
    add(staff, "list", staff_list, "List log-ins and appointments.")
    return parser


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; write it like 2026-11-17") from None


def _tell(options: argparse.Namespace, figures: Any, *lines: str) -> None:
    """Prints figures as JSON where it was asked for, else the lines."""
    if options.json:
        print(json.dumps(figures, indent=2, default=str, ensure_ascii=False))
    else:
        for line in lines:
            print(line)


def _in_town(options: argparse.Namespace) -> AbstractContextManager[Any]:
    from townwright.office import storage

    slugs = storage.slugs()
    slug = options.town or (slugs[0] if len(slugs) == 1 else None)
    if slug is None:
        raise Complaint(f"Say which office with --town. There are: {', '.join(slugs) or 'none yet'}.")
    if slug not in slugs:
        raise Complaint(
            f"There is no office {slug!r} in {storage.data_folder()}. There are: {', '.join(slugs) or 'none'}."
        )
    return storage.bound_to(slug)


def _system() -> Actor:
    from townwright.office.register.actors import SYSTEM

    return SYSTEM


def _act(name: str, /, subject: Any = None, **data: Any) -> Any:
    from townwright.office.register import acts
    from townwright.office.register.errors import ActError

    try:
        return acts.perform(name, data, actor=_system(), subject_id=subject)
    except ActError as error:
        raise Complaint(str(error)) from None


def serve(options: argparse.Namespace) -> int:
    """Serves the offices until it is stopped."""
    from townwright.office import storage
    from townwright.site import server

    if options.today is not None:
        for slug in storage.slugs():
            if storage.office(slug).practice:
                storage.change_office(slug, today=options.today)
            else:
                raise Complaint(f"--today is for practice offices; {slug} is a real one.")
    return server.serve(options.host, options.port, workers=options.workers)


def practice(options: argparse.Namespace) -> int:
    """Opens the practice offices, those that are not there yet."""
    from townwright.office import storage
    from townwright.practice import PASSWORD, log_ins, open_practice_offices

    made = open_practice_offices(
        today=options.today,
        cases=not options.empty,
        only=options.town,
        say=lambda line: print(line, file=sys.stderr if options.json else sys.stdout, flush=True),
    )
    names = log_ins()
    _tell(
        options,
        {"opened": made, "offices": storage.slugs(), "log_ins": [name for name, _ in names]},
        f"Practice log-ins, each with the password {PASSWORD!r}:",
        *(f"  {name:<14} {what}" for name, what in names),
    )
    return 0


def town_open(options: argparse.Namespace) -> int:
    """Opens an office by a pack."""
    from townwright.law import check
    from townwright.law.layers import PackError
    from townwright.office import laws, storage
    from townwright.office.register import acts
    from townwright.office.staff.opening import open_office

    try:
        storage.check_slug(options.slug)
        compiled = laws.shipped(options.pack, options.slug)
        if wrong := check.check(options.pack, *laws.places(options.slug), acts=acts.names()).errors:
            raise PackError(list(wrong))
        open_office(options.slug, compiled, practice=options.practice, today=options.today)
    except (PackError, storage.BadSlug, storage.OfficeExists, ValueError) as error:
        raise Complaint(str(error)) from None
    _tell(
        options,
        {"slug": options.slug, "pack": compiled.name, "hash": compiled.hash},
        f"Office {options.slug} opened by the pack {compiled.name}. Next: townwright staff add --town {options.slug} …",
    )
    return 0


def town_list(options: argparse.Namespace) -> int:
    """Lists the offices."""
    from townwright.office import storage

    offices = [storage.office(slug) for slug in storage.slugs()]
    figures = [
        {"slug": o.slug, "name": o.name, "pack": o.pack, "practice": o.practice, "today": o.today} for o in offices
    ]
    _tell(
        options,
        figures,
        *(f"{o.slug:<20} {o.name}, pack {o.pack}{', practice' if o.practice else ''}" for o in offices),
    )
    return 0


def town_migrate(options: argparse.Namespace) -> int:
    """Brings every office's storage up to this release."""
    from townwright.office import storage

    results = storage.migrate_offices(report=lambda result: print(result, flush=True))
    return 1 if any(result.error for result in results) else 0


def law_new(options: argparse.Namespace) -> int:
    """Starts a pack in the data folder, where every office can name it."""
    from townwright.law import starting

    try:
        folder = starting.start(options.name, _packs(), source=options.source, prefix=options.prefix)
    except starting.NotStarted as error:
        raise Complaint(str(error)) from None
    _tell(
        options,
        {"pack": options.name, "folder": str(folder)},
        f"The pack {options.name} lies in {folder}. Edit its files, then: townwright law check {options.name}",
    )
    return 0


def _packs() -> Path:
    """The folder of packs beside the offices."""
    from townwright.office import storage

    return storage.data_folder() / "packs"


def law_check(options: argparse.Namespace) -> int:
    """Checks packs; exit code 1 where one has an error."""
    from townwright.law import check
    from townwright.law.packs import names_in, shipped_names
    from townwright.law.starting import of_folder

    _set_up()
    from townwright.office.register import acts

    known: dict[str, Any] = {"told": acts.can_be_told, "acts": acts.names()}
    shelf = _packs()
    reports = []
    for name in options.packs or [*shipped_names(), *names_in(shelf)]:
        folder = Path(name)
        if (folder / "pack.yaml").is_file() or "/" in name:
            reports.append(check.check(of_folder(folder), own=folder, shelf=shelf, **known))
        else:
            reports.append(check.check(name, shelf=shelf, **known))
    _tell(options, [report.to_json() for report in reports], *(report.words(whole=options.all) for report in reports))
    return 0 if all(report.sound for report in reports) else 1


def law_coverage(options: argparse.Namespace) -> int:
    """Counts what is proved of each provision."""
    from townwright.law.coverage import coverage
    from townwright.law.layers import PackError

    try:
        counted = coverage(options.packs or ([options.town] if options.town else None), _packs())
    except PackError as error:
        raise Complaint(str(error)) from None
    _tell(options, counted.to_json(), str(counted))
    return 0


def law_schema(options: argparse.Namespace) -> int:
    """Prints the JSON Schema of a pack, or writes one a file, with the settings by which an editor finds each."""
    from townwright.law.check import file_schemas, pack_schema

    if options.into is None:
        print(json.dumps(pack_schema(), indent=2))
        return 0
    options.into.mkdir(parents=True, exist_ok=True)
    settings = {}
    for part, (files, schema) in file_schemas().items():
        written = options.into.absolute() / f"{part}.schema.json"
        written.write_text(json.dumps(schema, indent=2) + "\n", encoding="utf-8")
        settings[str(written)] = [f"**/{files}"]
    print(json.dumps({"yaml.schemas": settings}, indent=2))
    return 0


def law_rehearse(options: argparse.Namespace) -> int:
    """Says what a change of the law would do on the office's records. Nothing is kept, not even in the register."""
    from django.db import transaction

    from townwright.office.laws.models import Amendment

    with _in_town(options), transaction.atomic():
        given = {"place": options.place, "value": options.value, "begins": options.begins, "cite": options.cite}
        drafted = _act("amendment.draft", **given)
        _act("amendment.rehearse", drafted.subject_id, day=options.day)
        figures = Amendment.objects.get(pk=drafted.subject_id).figures
        transaction.set_rollback(True)
    lines = [
        f"{f['count']:>9,}  {f['says']}{' on ' + f['as_of'] if f['as_of'] else ''}"
        f"{' (' + f['note'] + ')' if f['left'] else ''}"
        for f in figures
    ]
    said = {"then": "Once it is law:", "always": "Had it always been the law:"}
    parts = [
        line
        for question, title in said.items()
        for line in (title, *(line for line, f in zip(lines, figures, strict=True) if f["question"] == question))
    ]
    _tell(options, figures, *parts)
    return 0


def import_permits(options: argparse.Namespace) -> int:
    """Imports permits from a file, or says what it would do."""
    from townwright.office.imports import cli

    with _in_town(options):
        try:
            report = cli.permits(
                options.file,
                options.mapping,
                dry_run=options.dry_run,
                rejected=options.rejected,
                actor=_system(),
                progress=None if options.json else sys.stderr,
            )
        except cli.ImportTrouble as error:
            raise Complaint(str(error)) from None
        _tell(options, report.to_json(), str(report))
    return 0


def register_verify(options: argparse.Namespace) -> int:
    """Proves the register's chain; exit code 1 where it does not hold."""
    from townwright.office.register import chain

    with _in_town(options):
        proof = chain.verify()
    _tell(
        options,
        {
            "entries": proof.entries,
            "hash": proof.hash,
            "holds": proof.holds,
            "broken_at": proof.broken_at,
            "why": proof.why,
        },
        f"The register holds: {proof.entries} entries, head {proof.hash[:16]}."
        if proof.holds
        else f"The register does NOT hold: {proof.why}.",
    )
    return 0 if proof.holds else 1


def _asked_for_password() -> str:
    """A password that somebody types unseen. Where nobody sits at a terminal it has to come in."""
    try:
        return getpass.getpass("Password: ")
    except EOFError:
        raise Complaint("No password was typed. Where there is no terminal, send it in: --password-stdin.") from None


def staff_add(options: argparse.Namespace) -> int:
    """Opens a log-in."""
    with _in_town(options):
        password = sys.stdin.readline().rstrip("\n") if options.password_stdin else _asked_for_password()
        outcome = _act(
            "account.open",
            username=options.username,
            name=options.name,
            role=options.role,
            email=options.email,
            password=password,
        )
        _tell(options, {"id": outcome.subject_id, "username": options.username}, f"Log-in {options.username} opened.")
    return 0


def staff_appoint(options: argparse.Namespace) -> int:
    """Appoints somebody to an office of the town."""
    from townwright.office.staff.models import Account

    with _in_town(options):
        account = Account.objects.filter(username=options.username).first()
        if account is None:
            raise Complaint(f"There is no log-in {options.username!r}.")
        _act(
            "appointment.make",
            account=account.pk,
            office=options.office,
            begins=options.begins,
            ends=options.ends,
            resolution=options.resolution,
            acting=options.acting,
            why_acting=options.why_acting,
            experience=options.experience,
        )
        _tell(options, {"username": options.username, "office": options.office}, f"{account.name} appointed.")
    return 0


def staff_list(options: argparse.Namespace) -> int:
    """Lists log-ins and appointments."""
    from townwright.office.staff.models import Account

    with _in_town(options):
        figures = [
            {
                "username": a.username,
                "name": a.name,
                "role": a.role,
                "appointments": [f"{p.title}, {p.begins} to {p.ends or 'now'}" for p in a.appointments.all()],
            }
            for a in Account.objects.exclude(role="applicant").order_by("name").prefetch_related("appointments")
        ]
        _tell(
            options,
            figures,
            *(f"{f['username']:<16} " + "; ".join([f"{f['name']}, {f['role']}", *f["appointments"]]) for f in figures),
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
