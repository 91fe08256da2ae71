from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "mfcampaign.events"

    def ready(self) -> None:
        from mfcampaign.events import handlers  # noqa: F401  registers a tick
