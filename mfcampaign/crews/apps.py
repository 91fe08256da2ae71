from django.apps import AppConfig


class CrewsConfig(AppConfig):
    name = "mfcampaign.crews"

    def ready(self) -> None:
        from mfcampaign.crews import handlers  # noqa: F401  registers a tick and what a sign-in brings along
