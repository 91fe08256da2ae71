from importlib import import_module

from django.apps import AppConfig
from django.conf import settings


class DispatchConfig(AppConfig):
    name = "mfcampaign.dispatch"

    def ready(self) -> None:
        from mfcampaign.dispatch import tasks  # noqa: F401  wake-ups find them by name

        for module in getattr(settings, "DISPATCH_EXTRA_HANDLERS", ()):
            import_module(module)
