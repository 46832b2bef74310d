"""Townwright: the code-enforcement office of a New York town.

``law`` decides, ``towns`` holds each town's code as data, ``office`` keeps the records and performs the acts,
``desk``, ``counter`` and ``api`` are the doors, ``site`` puts them together.
"""

__version__ = "0.1.0"
