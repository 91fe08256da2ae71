from django.apps import AppConfig
from django.core.signals import request_started
from django.db.backends.signals import connection_created


class AuditConfig(AppConfig):
    name = "mfcampaign.audit"

    def ready(self) -> None:
        from mfcampaign.audit import tables

        connection_created.connect(tables.watch, dispatch_uid="tables")
        request_started.connect(tables.begin_request, dispatch_uid="tables")
