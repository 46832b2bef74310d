"""The counter: the public pages of a town."""
