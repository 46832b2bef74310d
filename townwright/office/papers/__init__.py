"""Papers: printed once, hashed and stored; a reprint is the same bytes.

`forms.py` says what each paper holds, `press.py` prints it by a template, `acts.py` prints, signs and keeps
it with a record, `genuine.py` answers who asks whether a paper is ours, `stamp.py` stamps plan sets as
accepted.
"""
