"""Endpoints of notices: ``inbox`` a person's notices and preferences, ``webhooks`` those of a league,
``reminders`` of organisers."""

from mfcampaign.notices.api import inbox, reminders, webhooks

__all__ = ["inbox", "reminders", "webhooks"]
