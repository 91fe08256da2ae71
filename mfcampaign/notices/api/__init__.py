"""One's notices and their preferences in ``inbox``; a league's ``webhooks``."""

from mfcampaign.notices.api import inbox, webhooks

__all__ = ["inbox", "webhooks"]
