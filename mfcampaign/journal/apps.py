from django.apps import AppConfig


class JournalConfig(AppConfig):
    name = "mfcampaign.journal"

    def ready(self) -> None:
        from mfcampaign.accounts.deletion import register_deletion
        from mfcampaign.journal import operations

        register_deletion("journal", operations)
