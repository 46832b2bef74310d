"""Certificates of occupancy and of compliance, temporary certificates, and what takes one back."""
