"""An app whose migrations some offices have not been through: what a new release brings."""
