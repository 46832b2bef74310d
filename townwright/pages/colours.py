"""A town's four colours as a stylesheet.

A town gives one set. In the dark its link is lightened until it reads as well as on paper.
"""

from __future__ import annotations

from townwright.law.town import Colours

WHITE = "#ffffff"
#: The raised sheet of the dark theme, on which links must be read.
DARK_SHEET = "#19211d"
#: WCAG 2.2, 1.4.3 and 1.4.6: words of normal size.
LEGIBLE, WELL_LEGIBLE = 4.5, 7.0


def stylesheet(colours: Colours) -> str:
    """The town's stylesheet, loaded after `townwright.css`."""
    bar = lightened(colours.town, DARK_SHEET, LEGIBLE)
    link = lightened(colours.link, DARK_SHEET, WELL_LEGIBLE)
    return (
        f":root{{--town:{colours.town};--town-2:{colours.town_2};--town-soft:{colours.town_soft};"
        f"--link:{colours.link}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{--link:{link};--town-bar:{bar}}}}}\n"
        "@media print{:root{--link:#000;--town-bar:#333}}\n"
    )


def contrast(one: str, other: str) -> float:
    """The contrast of two colours ("#1c4a38"), from 1 to 21, as WCAG reckons it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lightened(colour: str, ground: str, needed: float) -> str:
    """The colour mixed with white until it has the contrast needed on a dark ground."""
    parts = _parts(colour)
    for step in range(101):
        mixed = "#" + "".join(f"{round(part + (255 - part) * step / 100):02x}" for part in parts)
        if contrast(mixed, ground) >= needed:
            return mixed
    return WHITE


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in _parts(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
