"""Celery wakes workers for rows that the database already holds; a lost message delays, nothing more."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")

app = Celery("mfcampaign")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
