"""All settings, from the environment, with an embedded default that needs none.

Without a variable: SQLite in ``var/``, no Redis, commands executed in process.
``DJANGO_ENV=production`` turns every convenience off and refuses an unsafe value.
docs/operating.md lists each variable.
"""

from pathlib import Path

from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import Env
from kombu.entity import Queue

from mfcampaign.settings.embedded_key import embedded_key
from mfcampaign.settings.hardening import unsafe
from rules.plain_numbers import whole

BASE_DIR = Path(__file__).resolve().parent.parent.parent

env = Env()

# Everything the portal writes: the embedded database, collected static files, uploads.
VAR_DIR = Path(env.str("VAR_DIR", "") or BASE_DIR / "var").resolve()
VAR_DIR.mkdir(parents=True, exist_ok=True)

DJANGO_ENV = env.str("DJANGO_ENV", "development")
if DJANGO_ENV not in ("development", "production"):
    raise ImproperlyConfigured(f"DJANGO_ENV: {DJANGO_ENV!r} is neither development nor production.")
PRODUCTION = DJANGO_ENV == "production"
DEBUG = env.bool("DEBUG", False)
# How many proxies of ours stand before the portal. Each adds an address to X-Forwarded-For; sign-in, API and
# every other limit count by the one that the outermost saw (mfcampaign/web/resilience/addresses.py).
_proxies = env.str("TRUSTED_PROXIES", "" if PRODUCTION else "0").strip()
TRUSTED_PROXIES = whole(_proxies) or 0
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
SECRET_KEY = env.str("SECRET_KEY", "") or ("" if PRODUCTION else embedded_key(VAR_DIR))
# What all embedded installations had once: it only opens the seeds that were sealed with it.
FORMER_EMBEDDED_KEY = "embedded-default-for-one-machine-only-never-for-production-0123456789"
# Former keys: they still open what they sealed (mfcampaign/play/sealing.py).
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
# "testserver" is what Django's test client calls itself.
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", [] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]", "testserver"]
)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
SITE_URL = env.str("SITE_URL", "http://localhost:8000")

INSTALLED_APPS = [
    "django_linear_migrations",
    "mfcampaign.web",
    "mfcampaign.accounts",
    "mfcampaign.live",
    "mfcampaign.audit",
    "mfcampaign.dispatch",
    "mfcampaign.catalog",
    "mfcampaign.crews",
    "mfcampaign.journal",
    "mfcampaign.campaigns",
    "mfcampaign.setups",
    "mfcampaign.tables",
    "mfcampaign.notices",
    "mfcampaign.api",
    "mfcampaign.events",
    "mfcampaign.home",
    "rules",
    "mfcampaign.play",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "mfcampaign.web.middleware.QuietRefusalMiddleware",
    "mfcampaign.web.resilience.metrics.RequestMiddleware",
    "mfcampaign.web.middleware.PrivacyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "mfcampaign.web.middleware.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "mfcampaign.web.middleware.ControlCharactersMiddleware",
    "mfcampaign.web.middleware.EditionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "mfcampaign.web.middleware.PartsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "mfcampaign.campaigns.transfer.middleware.ImpossibleFactsMiddleware",
    "mfcampaign.web.middleware.RefusalMiddleware",  # the last hears first what a view raises
]

ROOT_URLCONF = "mfcampaign.urls"
WSGI_APPLICATION = "mfcampaign.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "mfcampaign.web.context.portal",
            ],
            "builtins": ["mfcampaign.web.templatetags.portal", "mfcampaign.home.templatetags.navigation"],
        },
    },
]
FORM_RENDERER = "mfcampaign.web.forms.PortalFormRenderer"

DATABASES = {"default": env.dj_db_url("DATABASE_URL", f"sqlite:///{VAR_DIR / 'portal.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE takes the write lock at BEGIN: a read that becomes a write cannot fail half way.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
                "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16000;"
            ),
        }
    )
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Opening SQLite with its PRAGMAs costs as much as reading a page does.
DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", 60)

# Through this socket web servers hand streams to the listening process (python -m mfcampaign.live).
LIVE_SOCKET = env.str("LIVE_SOCKET", "") or str(VAR_DIR / "live.sock")

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "accounts.User"

REDIS_URL = env.str("REDIS_URL", "")
# Apart from the broker where one is named: a broker that is full then leaves the counts of limits alone.
CACHE_URL = env.str("CACHE_URL", REDIS_URL)
CACHES = {
    # What limits count: Redis while it answers, else the database.
    "default": {"BACKEND": "mfcampaign.web.resilience.shared_cache.SharedCache", "LOCATION": CACHE_URL},
    # What can be computed again.
    "made": (
        {"BACKEND": "mfcampaign.web.resilience.shared_cache.SoftCache", "LOCATION": CACHE_URL}
        if CACHE_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    ),
}

# Whether the versioned cache walks through each value it is given and refuses what is not frozen.
CHECK_CACHED_VALUES = env.bool("CHECK_CACHED_VALUES", DEBUG)

# Celery. Every message is one command id; see docs/decisions for the measured reasons.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", REDIS_URL)
DISPATCH_IN_PROCESS = not CELERY_BROKER_URL
DISPATCH_RESEND_SECONDS = env.float("DISPATCH_RESEND_SECONDS", 60.0)
# Without workers: so many mails and webhooks under way at a time, beside the clock.
DISPATCH_DELIVERY_THREADS = env.int("DISPATCH_DELIVERY_THREADS", 4)
DISPATCH_EXTRA_HANDLERS: list[str] = env.list("DISPATCH_EXTRA_HANDLERS", [])
# Workers compute at so much lower a priority: a page comes first where both share a machine. 0 to 19.
WORKER_NICE = env.int("WORKER_NICE", 5)
# Linux: workers compute only while a processor has nothing else to do.
WORKER_IDLE = env.bool("WORKER_IDLE", False)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SOFT_TIME_LIMIT = 20
CELERY_TASK_TIME_LIMIT = 30
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Celery would close the database connection before and after each task; mfcampaign/celery.py closes it by
# CONN_MAX_AGE, as a request does.
CELERY_DB_REUSE_MAX = 1_000_000
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": env.int("CELERY_VISIBILITY_TIMEOUT", 120),
    "unacked_restore_interval": env.int("CELERY_RESTORE_INTERVAL", 5),
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 3,
    # A request that finds no broker goes on at once: the sweeper sends it later.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "interval_max": 0.2,
}
# The clock never waits behind the commands of a Saturday evening, commands never behind a slow mail server.
# One worker serves all three; docs/scaling.md says when to give each its own.
CELERY_TASK_DEFAULT_QUEUE = "celery"
CELERY_TASK_QUEUES = [Queue(name) for name in ("celery", "clock", "outward")]
CELERY_TASK_ROUTES = {
    "mfcampaign.dispatch.tasks.tick": {"queue": "clock"},
    "mfcampaign.dispatch.tasks.sweep": {"queue": "clock"},
    "mfcampaign.dispatch.tasks.deliver": {"queue": "outward"},
}
CELERY_BEAT_SCHEDULE = {
    "tick": {"task": "mfcampaign.dispatch.tasks.tick", "schedule": env.float("TICK_SECONDS", 60.0)},
    "sweep": {"task": "mfcampaign.dispatch.tasks.sweep", "schedule": env.float("SWEEP_SECONDS", 5.0)},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")

# People
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_FORMS = {
    "login": "mfcampaign.accounts.forms.SignInForm",
    "signup": "mfcampaign.accounts.forms.SignUpForm",
    "add_email": "mfcampaign.accounts.forms.AddAddressForm",
    "reset_password": "mfcampaign.accounts.forms.ResetForm",
    "change_password": "mfcampaign.accounts.forms.PasswordForm",
    "reset_password_from_key": "mfcampaign.accounts.forms.NewPasswordForm",
    "set_password": "mfcampaign.accounts.forms.FirstPasswordForm",
}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Malifaux Leagues] "
# Nobody learns by signing up whose address is known here: one that is confirmed is not taken by it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# A session that was left open does not suffice to take an account over: the password is asked for again, and
# the owner hears of it.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
# A stranger's address is mailed to by whoever names it here: so often, and no more.
# Wrong passwords are counted by address here; those for one account slow down (accounts/ways_in/guessing.py).
# ``login_failed`` counts the codes of the second step, by address and by account: whoever gets there knows
# the password, so strangers lock nobody out.
ACCOUNT_RATE_LIMITS = {
    "signup": "60/h/ip",
    "reset_password": "30/h/ip,5/h/key",
    "password_failed": "10/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
}
ACCOUNT_ADAPTER = "mfcampaign.accounts.ways_in.adapter.AccountAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Malifaux Leagues"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
if email_url := env.str("EMAIL_URL", ""):
    _email = env.dj_email_url("EMAIL_URL", email_url)
    if "EMAIL_BACKEND" not in _email:
        raise ImproperlyConfigured("EMAIL_URL: begin with submission://, smtp:// or dummy://.")
    EMAIL_BACKEND = _email["EMAIL_BACKEND"]
    EMAIL_HOST = _email["EMAIL_HOST"]
    EMAIL_PORT = _email["EMAIL_PORT"]
    EMAIL_HOST_USER = _email["EMAIL_HOST_USER"]
    EMAIL_HOST_PASSWORD = _email["EMAIL_HOST_PASSWORD"]
    EMAIL_USE_TLS = _email["EMAIL_USE_TLS"]
    EMAIL_USE_SSL = _email["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = 10
# Whom to write to about a vulnerability, in /.well-known/security.txt: mailto:, https: or tel:.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", "")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "portal@localhost")
# Webhooks to this machine and its neighbours, on any port: for trying things out, never in production.
WEBHOOKS_ALLOW_INSIDE = DEBUG and not PRODUCTION and env.bool("WEBHOOKS_ALLOW_INSIDE", False)

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(env.str("STATIC_ROOT", "") or VAR_DIR / "staticfiles")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "mfcampaign.web.static.PortalStaticFilesStorage"},
}
# Outside production files are served from where they lie; production serves what was collected.
WHITENOISE_USE_FINDERS = not PRODUCTION
if not PRODUCTION:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
MEDIA_ROOT = VAR_DIR / "media"

# Uploads are charts and packs: text, small, parsed under limits.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_048_576
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

# How many requests of one process may compute something expensive at the same time (web/resilience/cost.py).
DEAR_AT_ONCE = env.int("DEAR_AT_ONCE", 2)

# The most that one person keeps of each thing (web/resilience/quotas.py). Leagues and events are those
# under way that they organise; webhooks those they added.
QUOTAS = {
    "leagues": env.int("QUOTA_LEAGUES", 100),
    "events": env.int("QUOTA_EVENTS", 100),
    "crews": env.int("QUOTA_CREWS", 500),
    "packs": env.int("QUOTA_PACKS", 30),
    "seasons": env.int("QUOTA_SEASONS", 20),
    "tables": env.int("QUOTA_TABLES", 500),
    "notes": env.int("QUOTA_NOTES", 5000),
    "tokens": env.int("QUOTA_TOKENS", 20),
    "webhooks": env.int("QUOTA_WEBHOOKS", 50),
}

# Security
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = False
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

if PRODUCTION:
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"
    LANGUAGE_COOKIE_SECURE = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", True)
    # The load balancer asks without TLS and must not be sent elsewhere.
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    # A list in every browser, from which a domain comes off after months: only by choice.
    SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", False)
    SILENCED_SYSTEM_CHECKS = [] if SECURE_HSTS_PRELOAD else ["security.W021"]
    if problems := unsafe(
        secret_key=SECRET_KEY,
        embedded_secret_key=FORMER_EMBEDDED_KEY,
        debug=DEBUG,
        allowed_hosts=ALLOWED_HOSTS,
        site_url=SITE_URL,
        trusted_origins=CSRF_TRUSTED_ORIGINS,
        email_url=email_url,
        broker_url=CELERY_BROKER_URL,
        cache_url=CACHE_URL,
        trusted_proxies=_proxies,
        hsts_seconds=SECURE_HSTS_SECONDS,
    ):
        raise ImproperlyConfigured("Not started, production needs:\n  " + "\n  ".join(problems))

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "mfcampaign.api.schema.Words",
    "NUM_PROXIES": TRUSTED_PROXIES,
}
API_RATES = {
    "address": env.str("API_RATE_ADDRESS", "600/min"),
    "holder": env.str("API_RATE_TOKEN", "300/min"),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Malifaux Leagues",
    "DESCRIPTION": "Leagues, Arsenals, Encounters and Crews for programs, and the sums of the rules for all.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "LICENSE": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": ["mfcampaign.api.schema.finished"],
    "DISABLE_ERRORS_AND_WARNINGS": True,
}

# The bearer token that opens /metrics.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
LOG_FORMAT = env.str("LOG_FORMAT", "line")
if LOG_FORMAT not in ("line", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT: {LOG_FORMAT!r} is neither line nor json.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "mfcampaign.web.resilience.logs.LineFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "mfcampaign.web.resilience.logs.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", "WARNING")},
}

if SENTRY_DSN := env.str("SENTRY_DSN", ""):
    import sentry_sdk

    from mfcampaign.web.resilience.logs import sentry_options

    sentry_sdk.init(SENTRY_DSN, **sentry_options())

# Where traces go, by OpenTelemetry over HTTP; needs the extra `traces` (mfcampaign/web/resilience/traces.py).
TRACES_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", "")
