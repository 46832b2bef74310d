"""People and firms, owners as of a day."""
