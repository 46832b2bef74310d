"""Places: the parcels, their keys and addresses, their buildings and units, and which years lie on paper."""
