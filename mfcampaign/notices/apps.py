from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "mfcampaign.notices"

    def ready(self) -> None:
        from mfcampaign.accounts.notification import register_notifier
        from mfcampaign.notices import handlers  # noqa: F401  registers commands, ticks and deliveries
        from mfcampaign.notices.operations import notify

        register_notifier(notify)
