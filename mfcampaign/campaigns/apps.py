from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "mfcampaign.campaigns"

    def ready(self) -> None:
        from mfcampaign.accounts.past import register_history
        from mfcampaign.campaigns import handlers  # noqa: F401  registers commands and ticks
        from mfcampaign.campaigns.history import past

        register_history("campaigns", past)
