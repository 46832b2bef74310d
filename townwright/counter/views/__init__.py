"""The views of the counter, a module a page."""
