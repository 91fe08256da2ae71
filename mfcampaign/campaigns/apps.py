from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "mfcampaign.campaigns"

    def ready(self) -> None:
        from mfcampaign.campaigns import handlers  # noqa: F401  registers commands and ticks
