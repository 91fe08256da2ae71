from django.apps import AppConfig

from mfcampaign.audit import computing
from rules import budget


class AuditConfig(AppConfig):
    name = "mfcampaign.audit"

    def ready(self) -> None:
        budget.refuse_while(computing.in_transaction)
