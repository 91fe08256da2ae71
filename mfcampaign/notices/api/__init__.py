"""One's notices and their preferences in ``inbox``; a league's ``webhooks``; organisers' ``reminders``."""

from mfcampaign.notices.api import inbox, reminders, webhooks

__all__ = ["inbox", "reminders", "webhooks"]
