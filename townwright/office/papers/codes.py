"""The short code on each paper, by which a person asks whether it is genuine.

Eight letters and figures that no one takes for another (no 0 O D Q, 1 I L, 2 Z, 5 S, 8 B, U) and that spell
no word.
"""

from __future__ import annotations

import re
import secrets

ALPHABET = "34679CFGHJKMNPRTVWXY"
LENGTH = 8
_HALF = LENGTH // 2


def new_code() -> str:
    """A code that cannot be guessed: one of 25.6 thousand million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def spaced(code: str) -> str:
    """The code as it is printed: in two halves."""
    return f"{code[:_HALF]}-{code[_HALF:]}"


def codes_in(text: str) -> list[str]:
    """The codes that a person's text holds, in any case, with or without the hyphen."""
    one = f"[{ALPHABET}]{{{_HALF}}}"
    return [a + b for a, b in re.findall(rf"(?<![A-Z0-9])({one})[-\u2010-\u2013 ]?({one})(?![A-Z0-9])", text.upper())]
