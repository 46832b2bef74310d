"""What a web worker of ``townwright serve`` runs: the site, for as long as its server lives."""

from townwright.site.family import end_with_parent
from townwright.site.wsgi import application

__all__ = ["application"]

end_with_parent()
