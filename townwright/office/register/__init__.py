"""The register, and what every act shares.

Everything the office does is an *act*: one function and one input model under a name that never changes. The law is
asked first, then one transaction changes the records, appends one entry to the hash-chained register, prints the
papers and fills the outbox, all together or not at all. `acts.py` has the engine, `chain.py` the chain.
"""
