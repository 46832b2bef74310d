"""Records from before: what another system or an old card says, kept as it says it."""
