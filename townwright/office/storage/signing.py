"""Signed values of one town: links that a person may follow without an account.

Signed with the office's own secret (``keys/secret`` in its folder), which goes where the office goes, and
salted with its name, so that a link of one town says nothing in another, not even in a copy kept for
training.
"""

from typing import Any

from django.core import signing

from townwright.office.storage import directory


def sign(value: Any, purpose: str) -> str:
    """Text that stands for ``value`` (anything JSON holds) in an address of the bound town."""
    key, salt = _key_and_salt(purpose)
    return signing.dumps(value, key=key, salt=salt, compress=True)


def unsign(text: str, purpose: str, *, seconds: int | None = None) -> Any:
    """The value that was signed; ``signing.BadSignature`` if not of this town, purpose and age."""
    key, salt = _key_and_salt(purpose)
    return signing.loads(text, key=key, salt=salt, max_age=seconds)


def _key_and_salt(purpose: str) -> tuple[str, str]:
    office = directory.office()
    key = (office.folder / "keys" / "secret").read_text(encoding="ascii")
    return key, f"townwright:{office.slug}:{purpose}"
