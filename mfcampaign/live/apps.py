from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "mfcampaign.live"

    def ready(self) -> None:
        from mfcampaign.live import revocation

        revocation.watch_sessions()
