from typing import Any

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "mfcampaign.accounts"

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_reset

        from mfcampaign.accounts import visitors  # noqa: F401  registers what a sign-in brings along

        for signal in (password_changed, password_reset):
            signal.connect(_sessions_ended, dispatch_uid="streams end with a password")


def _sessions_ended(user: Any, **_more: Any) -> None:
    """A new password ends every session; what they listened to ends with them."""
    from mfcampaign.live.endings import end_person

    end_person(user.pk)
