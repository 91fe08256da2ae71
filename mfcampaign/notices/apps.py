from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "mfcampaign.notices"

    def ready(self) -> None:
        from mfcampaign.notices import handlers  # noqa: F401  registers commands, ticks and deliveries
