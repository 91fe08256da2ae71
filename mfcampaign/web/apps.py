from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class WebConfig(AppConfig):
    name = "mfcampaign.web"

    def ready(self) -> None:
        from mfcampaign.web import handlers  # noqa: F401  registers the ticks

        if settings.TRACES_ENDPOINT:
            try:
                from mfcampaign.web.resilience import traces
            except ImportError as missing:
                raise ImproperlyConfigured(
                    f"OTEL_EXPORTER_OTLP_ENDPOINT needs the extra `traces`: {missing}. See docs/operating.md."
                ) from missing
            traces.begin()
