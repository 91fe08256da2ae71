"""The rows of notices, of a person's preferences, and of the progress of detection in each league."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Kind(models.TextChoices):
    ACTION = "action", "Your next action"
    DEADLINE = "deadline", "A deadline comes soon, or has passed"
    NEWS = "news", "News of the league"
    RULING = "ruling", "Rulings and corrections"
    MEMBERSHIP = "membership", "Who comes and goes"


class Channel(models.TextChoices):
    INBOX = "inbox", "On the portal"
    MAIL = "mail", "By e-mail"


class Preference(models.Model):
    """How often one person's mails go; without a row: at once."""

    class Rhythm(models.TextChoices):
        AT_ONCE = "at_once", "at once"
        DAILY = "daily", "once a day, at 8 in the morning"
        WEEKLY = "weekly", "once a week, on Monday at 8 in the morning"
        NEVER = "never", "never"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    rhythm = models.CharField(max_length=8, choices=Rhythm.choices, default=Rhythm.AT_ONCE)

    def __str__(self) -> str:
        return f"{self.user}: mails {self.get_rhythm_display()}"


class Subscription(models.Model):
    """Whether a person wants one ``kind`` (of every league), or one league (of every kind), by a channel.

    Without a row: yes. Told is what no row says no to.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    channel = models.CharField(max_length=8, choices=Channel.choices)
    kind = models.CharField(max_length=12, choices=Kind.choices, blank=True)
    campaign = models.ForeignKey(
        "campaigns.Campaign", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    wanted = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "channel", "kind"], condition=Q(campaign=None), name="choice_of_a_kind_once"
            ),
            models.UniqueConstraint(
                fields=["user", "channel", "campaign"], condition=Q(kind=""), name="choice_of_a_league_once"
            ),
            models.CheckConstraint(
                condition=Q(campaign=None) ^ Q(kind=""), name="a_choice_is_of_a_kind_or_of_a_league"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind or self.campaign} by {self.channel}: {self.wanted}"


class Mail(models.Model):
    """One e-mail about one or more notices; written when it is delivered, to the address of that moment."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"mail {self.pk} to {self.user}"


class Notice(models.Model):
    """One notice to a person, once for each ``key``. ``url`` is a path of this site.

    ``digest`` holds what a mail says besides, ``{"lines": [...], "picture": path}``: the story of a week.

    Shown in the inbox if ``in_inbox``; mailed with others once ``mail_due_at`` has come, unless it was
    read or settled before then.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    campaign = models.ForeignKey(
        "campaigns.Campaign", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    subject = models.CharField(max_length=300)
    url = models.CharField(max_length=300)
    key = models.CharField(max_length=160)
    digest = models.JSONField(default=dict, blank=True)
    in_inbox = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)
    # An action that was done, by whatever way, is settled: nobody needs to read of it any more.
    settled_at = models.DateTimeField(null=True, blank=True)
    mail_due_at = models.DateTimeField(null=True, blank=True)
    mail = models.ForeignKey(Mail, null=True, blank=True, on_delete=models.SET_NULL, related_name="notices")

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="told_once")]
        indexes = [
            models.Index(fields=["user", "-id"], name="notice_inbox"),
            models.Index(
                fields=["mail_due_at"],
                condition=Q(mail=None, mail_due_at__isnull=False),
                name="notice_to_be_mailed",
            ),
        ]

    def __str__(self) -> str:
        return self.subject

    @property
    def unread(self) -> bool:
        return self.read_at is None and self.settled_at is None


class DetectionProgress(models.Model):
    """How far the people of a league have been notified: ``acts`` it counted, the ``ordinal`` of the last."""

    campaign = models.OneToOneField("campaigns.Campaign", on_delete=models.CASCADE, related_name="detection")
    acts = models.PositiveIntegerField(default=0)
    ordinal = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.campaign} told up to act {self.ordinal}"
