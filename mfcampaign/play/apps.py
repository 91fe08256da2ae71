from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "mfcampaign.play"

    def ready(self) -> None:
        from mfcampaign.play import handlers  # noqa: F401  registers a tick
