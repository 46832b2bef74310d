"""The office: its records, and the acts that change them. Knows nothing of HTTP or HTML."""
