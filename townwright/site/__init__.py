"""The site: settings, addresses, middleware and server that put the parts together. Nothing imports it."""
