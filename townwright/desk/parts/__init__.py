"""The parts of a case's page, each made from the case alone in a number of queries that does not grow with it."""
