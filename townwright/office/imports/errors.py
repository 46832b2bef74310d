"""Why a file cannot be loaded at all; a row that cannot be is rejected instead, with its own reason."""

from townwright.office.register.errors import ActError


class UnreadableFile(ActError):
    """The file as a whole cannot be read by this mapping. Nothing was kept."""

    status = 422


class UnknownMapping(ActError):
    """There is no mapping of this name."""

    status = 404


class BadMapping(ActError):
    """A mapping file says something that cannot be carried out."""

    status = 422
