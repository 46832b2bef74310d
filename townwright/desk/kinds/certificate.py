"""A certificate of occupancy or compliance, or the application for one, on its page."""
