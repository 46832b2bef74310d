"""Cases and what every kind of them shares: numbers, parties, dates, change requests, notes."""
