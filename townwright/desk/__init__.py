"""The desk: the pages of the staff."""
