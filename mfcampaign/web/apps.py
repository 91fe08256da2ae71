from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "mfcampaign.web"

    def ready(self) -> None:
        from mfcampaign.web import handlers  # noqa: F401  registers the ticks
