"""ASGI entry point, kept for event streams only; pages belong to WSGI."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")

application = get_asgi_application()
