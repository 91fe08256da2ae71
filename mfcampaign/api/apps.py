from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "mfcampaign.api"

    def ready(self) -> None:
        from mfcampaign.api import handlers  # noqa: F401  registers the ticks
