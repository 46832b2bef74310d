"""What storage refuses, each refusal under a name of its own."""


class NoTown(RuntimeError):
    """Data was touched while no town was bound."""


class UnknownTown(LookupError):
    """The data folder holds no office of that name."""


class ForeignObject(PermissionError):
    """A record or a connection of another town was touched."""


class BadSlug(ValueError):
    """A name that no office can have."""


class OfficeExists(ValueError):
    """An office of that name is open already."""


class OfficeBehind(RuntimeError):
    """The office's records have not been brought up to the code yet: nobody may work on them."""


class ToolMissing(RuntimeError):
    """A program of the database that storage needs (``pg_dump``) is not installed or failed."""
