from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "mfcampaign.events"

    def ready(self) -> None:
        from mfcampaign.accounts.deletion import register_deletion
        from mfcampaign.accounts.past import register_history
        from mfcampaign.crews.outings import register_outings
        from mfcampaign.events import handlers  # noqa: F401  registers a tick
        from mfcampaign.events.operations import account_deletion, table_clocks
        from mfcampaign.events.queries import past

        register_history("events", past)
        register_outings("events", past)
        register_deletion("events", account_deletion)
        table_clocks.watch_games()
