"""The head of the office's papers: the town as its pack tells it, and where a paper is checked."""

from __future__ import annotations

from django.conf import settings

from townwright.office import laws, storage
from townwright.office.papers.forms import Letterhead


def letterhead() -> Letterhead:
    """The letterhead of the bound office, by the law in force today."""
    town = laws.pack().town
    base = address()
    return Letterhead(
        town=town.name,
        office=f"{town.department}, {town.county} County, {town.state}",
        address=[town.hall],
        contact="; ".join([*(f"{phone.label} {phone.number}" for phone in town.telephones[:1]), town.hours]),
        colour=town.colours.town,
        genuine=f"{base.split('://', 1)[-1]}/genuine",
        genuine_url=f"{base}/genuine/",
    )


def address() -> str:
    """Where the public reaches the office: its own host name where it has one, else a path of the site's."""
    slug = storage.bound()
    own = next((host for host, town in settings.TOWN_HOSTS.items() if town == slug), None)
    return f"https://{own}" if own else f"{settings.PUBLIC_URL}/{slug}"
