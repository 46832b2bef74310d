"""Files as they came in and papers as they went out: kept once by what they contain, never changed.

`acts.py` keeps and opens them, `sniff.py` and `pdfs.py` look into what was sent, `store.py` puts bytes on the
disk, `downloads.py` says how they may be handed out.
"""
