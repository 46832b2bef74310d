"""The people of the office: log-ins, appointments, certifications."""
