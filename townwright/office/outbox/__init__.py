"""Messages of acts, sent after they have committed."""
