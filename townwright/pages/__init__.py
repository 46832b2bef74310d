"""What desk and counter share: the look, the components of a page, and forms built from acts.

A page is made of plain data (`components`) that template tags (`{% load townwright %}`) turn into HTML. No
rule of law and no record lives here; what a page shows comes from the acts and the law.
"""
