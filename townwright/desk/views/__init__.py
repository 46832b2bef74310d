"""The views of the desk, a module a page."""
