"""The head of every paper: the town by its pack, the office where people reach it, and where a paper is checked."""

from __future__ import annotations

from django.conf import settings

from townwright.office import laws, storage
from townwright.office.papers.forms import Letterhead


def public_address() -> str:
    """Where the public reaches the bound office, without a slash: its own host name if it has one, else a path."""
    slug = storage.bound()
    own = next((host for host, town in settings.TOWN_HOSTS.items() if town == slug), None)
    return f"https://{own}" if own else f"{settings.PUBLIC_URL}/{slug}"


def letterhead() -> Letterhead:
    """The town's letterhead. A practice office is marked as one when the paper is printed."""
    town = laws.pack().town
    checked_at = f"{public_address()}/genuine"
    calls = [f"{phone.label} {phone.number}" for phone in town.telephones[:1]]
    return Letterhead(
        town=town.name,
        office=f"{town.department}, {town.county} County, {town.state}",
        address=town.hall.split(", "),
        contact=", ".join([*calls, town.hours]),
        colour=town.colours.town,
        genuine=checked_at.partition("://")[2],
        genuine_url=f"{checked_at}/",
    )
