from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "mfcampaign.campaigns"

    def ready(self) -> None:
        from mfcampaign.accounts.deletion import register_deletion, register_own_rows
        from mfcampaign.accounts.past import register_history
        from mfcampaign.audit.operations import guard
        from mfcampaign.campaigns import (
            handlers,  # noqa: F401  registers commands and ticks
            own_games,
        )
        from mfcampaign.campaigns.built_leaders import register
        from mfcampaign.campaigns.game import play
        from mfcampaign.campaigns.game.queries import ORIGIN
        from mfcampaign.campaigns.history import past
        from mfcampaign.campaigns.league import account_deletion
        from mfcampaign.campaigns.rising import effects  # noqa: F401  registers what its effects write
        from mfcampaign.campaigns.rising.leaders import RisingLeaders
        from mfcampaign.play import origins

        register(RisingLeaders.code, RisingLeaders())
        guard(self.get_model("Campaign"), own_games.watch)
        register_history("campaigns", past)
        register_deletion("campaigns", account_deletion)
        register_own_rows("campaigns", account_deletion.own_rows)
        origins.register(ORIGIN, play.origin, play.diary, play.figures, play.report, play.organised)
