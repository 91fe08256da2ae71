"""The rows of a league's Discord application, and of the people linked with it."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class ChatDoor(models.Model):
    """The slash commands of one league. ``public_key`` (hex) is that of its organisers' application: what it
    signs is let in."""

    campaign = models.OneToOneField("campaigns.Campaign", on_delete=models.CASCADE, related_name="chat_door")
    public_key = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"slash commands of {self.campaign}"


class ChatPerson(models.Model):
    """A person of the portal, known in one league's Discord by a number."""

    door = models.ForeignKey(ChatDoor, on_delete=models.CASCADE, related_name="people")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    discord_id = models.CharField(max_length=20)
    linked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["door", "discord_id"], name="chat_number_once"),
            models.UniqueConstraint(fields=["door", "user"], name="chat_person_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.door}"
