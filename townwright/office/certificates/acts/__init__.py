"""The acts on certificates. Each module declares its own."""

from __future__ import annotations

from townwright.office.certificates.acts import applying, issuing, preparing, taking_back, temporary

__all__ = ["applying", "issuing", "preparing", "taking_back", "temporary"]
