"""The rows of notices, of what goes outwards, and of calendar links. ``operations`` is their only writer."""

from mfcampaign.notices.models.chat import ChatDoor, ChatPerson
from mfcampaign.notices.models.notice import DetectionProgress, Mail, Notice, Preference, Subscription
from mfcampaign.notices.models.webhook import CalendarLink, Delivery, Webhook

__all__ = [
    "CalendarLink",
    "ChatDoor",
    "ChatPerson",
    "Delivery",
    "DetectionProgress",
    "Mail",
    "Notice",
    "Preference",
    "Subscription",
    "Webhook",
]
