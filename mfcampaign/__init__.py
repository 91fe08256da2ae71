"""The portal: a thin Django shell around the rules in ``rules``."""

from mfcampaign.celery import app as celery_app

__all__ = ["celery_app"]
