"""Django's settings. What differs from site to site comes from the environment; see docs/operating.md.

TOWNWRIGHT_DATA         folder of the offices (var)
TOWNWRIGHT_URL          address under which the public reaches the site (http://127.0.0.1:8000)
TOWNWRIGHT_HOSTS        further host names that may be asked for, with commas
TOWNWRIGHT_TOWN_HOSTS   host names that are one town's own: codes.town.example=town, with commas
TOWNWRIGHT_PROXIES      how many proxies stand in front of the site (0)
TOWNWRIGHT_SIGN_PAPERS  0 prints papers without the office's electronic signature (1)
TOWNWRIGHT_SMTP_HOST, _PORT, _USER, _PASSWORD, TOWNWRIGHT_MAIL_FROM
                        the mail server; without one, mail lies in a folder
TOWNWRIGHT_DEBUG        1 shows errors in full; for developers alone
TOWNWRIGHT_ENGINE, TOWNWRIGHT_PG_*   the database (storage/engines.py)
"""

import os
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from townwright.office import storage
from townwright.site.secret_key import secret_key

PACKAGE = Path(__file__).resolve().parent.parent
DEBUG = os.environ.get("TOWNWRIGHT_DEBUG") == "1"
SECRET_KEY = secret_key(storage.data_folder())

# Addresses

PUBLIC_URL = os.environ.get("TOWNWRIGHT_URL", "http://127.0.0.1:8000").rstrip("/")
TOWN_HOSTS = dict(pair.split("=", 1) for pair in os.environ.get("TOWNWRIGHT_TOWN_HOSTS", "").split(",") if pair)
ALLOWED_HOSTS = [
    "127.0.0.1",
    "localhost",
    "[::1]",
    urlsplit(PUBLIC_URL).hostname or "",
    *TOWN_HOSTS,
    *filter(None, os.environ.get("TOWNWRIGHT_HOSTS", "").split(",")),
]
ROOT_URLCONF = "townwright.site.urls"
WSGI_APPLICATION = "townwright.site.wsgi.application"
# Absolute: a relative one would keep the prefix of the first town that was asked for.
STATIC_URL = "/static/"
FORM_RENDERER = "townwright.pages.forms.Renderer"
WHITENOISE_USE_FINDERS = True
HTTPS = PUBLIC_URL.startswith("https://")
PROXIES = int(os.environ.get("TOWNWRIGHT_PROXIES", "0"))

# Parts, in the order of the floors

OFFICE_APPS = [
    "storage",
    "clock",
    "laws",
    "register",
    "jobs",
    "outbox",
    "staff",
    "find",
    "places",
    "people",
    "cases",
    "files",
    "papers",
    "money",
    "permits",
    "inspections",
    "certificates",
    "operating",
    "enforcement",
    "complaints",
    "vacancy",
    "programmes",
    "records",
    "reports",
    "imports",
    "exports",
]


def _present(*apps: str) -> list[str]:
    """Those of these packages that are Django apps: they have an ``apps.py``."""
    return [app for app in apps if (PACKAGE.parent / app.replace(".", "/") / "apps.py").is_file()]


INSTALLED_APPS = [
    *_present(*(f"townwright.{door}" for door in ("pages", "desk", "counter", "api"))),
    *_present(*(f"townwright.office.{app}" for app in OFFICE_APPS)),
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "axes",
    "csp",
    "django_filters",
    "django_tasks",
    "django_tasks_db",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "townwright.site.middleware.UploadLimit",
    "townwright.site.middleware.TownMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PACKAGE / "site" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "townwright.pages.context.page",
            ],
        },
    },
]

# Records

DATABASES = {"default": {"ENGINE": "townwright.office.storage.closed", "NAME": "no town"}}
DATABASE_ROUTERS = ["townwright.office.storage.router.TownRouter"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
storage.install()
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "KEY_FUNCTION": "townwright.site.middleware.cache_key",
    }
}
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

# People

AUTH_USER_MODEL = "staff.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
ACCOUNT_ADAPTER = "townwright.pages.accounts.Adapter"
# Sessions lie in the town's own records: any other engine let one town's clerk in at another's.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL, *(f"https://{host}" for host in TOWN_HOSTS)]

ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_FORMS = {"login": "townwright.pages.accounts.SignInForm"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# A signed link holds only a key; kept in the records instead, a link of one town confirms nothing in another.
ACCOUNT_EMAIL_CONFIRMATION_HMAC = False
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Townwright"

AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_IPWARE_PROXY_COUNT = PROXIES or None

# Mail: by the town's mail server where one is set, else into the office's folder ``mail`` (office/outbox)

EMAIL_HOST = os.environ.get("TOWNWRIGHT_SMTP_HOST", "")
EMAIL_PORT = int(os.environ.get("TOWNWRIGHT_SMTP_PORT", "587"))
EMAIL_HOST_USER = os.environ.get("TOWNWRIGHT_SMTP_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("TOWNWRIGHT_SMTP_PASSWORD", "")
EMAIL_USE_TLS = EMAIL_PORT == 587
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = os.environ.get("TOWNWRIGHT_MAIL_FROM", "Code Enforcement <codes@localhost>")

# Time, words

TIME_ZONE = "America/New_York"
USE_TZ = True
LANGUAGE_CODE = "en-us"

# Guards

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [SELF],
        "form-action": [SELF],
    }
}
CSRF_FAILURE_VIEW = "townwright.site.pages.form_expired"
X_FRAME_OPTIONS = "SAMEORIGIN"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
#: The most a request may carry, its files included. A plan set of an ordinary house is under 60 MB.
UPLOAD_LIMIT = 250 * 1024 * 1024
#: The most that one file may have; what is larger is refused by name, and the rest of the form is kept.
FILE_LIMIT = 200 * 1024 * 1024
SIGN_PAPERS = os.environ.get("TOWNWRIGHT_SIGN_PAPERS", "1") == "1"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_PERMISSIONS = 0o640

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # A mistyped address is no event.
    "loggers": {"django.request": {"level": "ERROR"}},
}
