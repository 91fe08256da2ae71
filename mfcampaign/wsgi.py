"""WSGI entry point: every page is served from here."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")

application = get_wsgi_application()
