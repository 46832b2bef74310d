"""The manual of acts: ``python -m townwright.office.register.manual > docs/acts.md`` writes it anew."""
