from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig

if TYPE_CHECKING:
    from mfcampaign.accounts.persons import Person


class AccountsConfig(AppConfig):
    name = "mfcampaign.accounts"

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_reset

        from mfcampaign.accounts import mails, visitors  # noqa: F401  register what they do

        for signal in (password_changed, password_reset):
            signal.connect(_sessions_ended, dispatch_uid="streams end with a password")


def _sessions_ended(user: Person, **_more: Any) -> None:
    """A new password ends every session and its streams."""
    from mfcampaign.live.revocation import end_person

    end_person(user.pk)
