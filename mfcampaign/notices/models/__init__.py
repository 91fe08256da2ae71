"""The rows of notices, of what goes outwards, and of calendar links. ``operations`` is their only writer."""

from mfcampaign.notices.models.notice import Choice, Lookout, Mail, Notice, Preference
from mfcampaign.notices.models.outward import CalendarLink, Delivery, Webhook

__all__ = [
    "CalendarLink",
    "Choice",
    "Delivery",
    "Lookout",
    "Mail",
    "Notice",
    "Preference",
    "Webhook",
]
