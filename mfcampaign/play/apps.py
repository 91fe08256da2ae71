from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "mfcampaign.play"

    def ready(self) -> None:
        from mfcampaign.accounts.past import register_history
        from mfcampaign.crews.outings import register_outings
        from mfcampaign.play import handlers  # noqa: F401  registers a tick
        from mfcampaign.play.queries import brought, past

        register_history("play", past)
        register_outings("play", brought)
