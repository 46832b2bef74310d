"""The acts on inspections. Each module declares its own; other apps use what is named here."""

from __future__ import annotations

from townwright.office.inspections.acts import booking, documents, planning, recording

__all__ = ["booking", "documents", "planning", "recording"]
