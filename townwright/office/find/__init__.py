"""Find: one box that finds a number, an address, a parcel, a person or a firm, however it is written."""
