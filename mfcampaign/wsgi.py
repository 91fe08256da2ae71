"""The WSGI entry point, which serves all pages."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")

application = get_wsgi_application()

from mfcampaign.web.resilience.waiting import wait_briefly  # noqa: E402  after the settings

wait_briefly()
