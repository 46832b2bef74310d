"""The law: time, facts, findings, packs, and one module a subject. Pure: no clock, no database, no town's name."""
