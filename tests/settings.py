"""Settings of the tests: the product's own, on a data folder that is thrown away."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_data = tempfile.mkdtemp(prefix="townwright-tests-")
atexit.register(shutil.rmtree, _data, ignore_errors=True)
os.environ["TOWNWRIGHT_DATA"] = _data
os.environ.setdefault("TOWNWRIGHT_TEMPLATES", str(Path(__file__).parent.parent / ".cache" / "templates"))

from townwright.site.settings import *  # noqa: E402, F403

ALLOWED_HOSTS = ["*"]
# A real hash takes a third of a second, on purpose.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
