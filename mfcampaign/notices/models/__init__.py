"""The rows of notices, of what goes outwards, and of calendar links. ``operations`` is their only writer."""

from mfcampaign.notices.models.chat import ChatDoor, ChatPerson
from mfcampaign.notices.models.notice import Choice, DetectionProgress, Mail, Notice, Preference
from mfcampaign.notices.models.webhook import CalendarLink, Delivery, Webhook

__all__ = [
    "CalendarLink",
    "ChatDoor",
    "ChatPerson",
    "Choice",
    "Delivery",
    "DetectionProgress",
    "Mail",
    "Notice",
    "Preference",
    "Webhook",
]
