"""Template tags of the shared look: `{% load townwright %}`."""
