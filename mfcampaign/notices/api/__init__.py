"""What one is told, and what leagues tell the outside. ``inbox`` one's notices and wishes, ``webhooks`` a
league's."""

from mfcampaign.notices.api import inbox, webhooks

__all__ = ["inbox", "webhooks"]
