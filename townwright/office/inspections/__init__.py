"""Inspections: what a permit's plan asks for, visits with their results, and what a visit found."""
