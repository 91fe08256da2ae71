"""gunicorn's settings, for ``gunicorn --config python:mfcampaign.web.resilience.gunicorn``.

The application is loaded before the workers are forked, and they share its memory.
"""

from typing import Any

from mfcampaign.web.resilience.forking import load_and_share

worker_class = "mfcampaign.web.resilience.worker.PortalWorker"
threads = 4
preload_app = True


def when_ready(_server: Any) -> None:
    load_and_share()
