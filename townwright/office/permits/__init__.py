"""Building permits: application, review, issue, terms, renewal, suspension."""
