"""Parts of pages: plain data about a case or a place, as the public may see it."""
