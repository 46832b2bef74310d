"""Imports: lists of other systems read by a mapping, tried dry first, then kept whole or not at all."""
