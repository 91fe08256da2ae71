"""The Celery app. Its messages wake workers for rows that the database already holds; a lost message only
delays."""

import os

from celery import Celery
from celery.signals import task_postrun, task_prerun, worker_init, worker_process_init
from django.conf import settings
from django.db import close_old_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")

app = Celery("mfcampaign")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def share_what_is_loaded(**_: object) -> None:
    from mfcampaign.web.resilience.forking import load_and_share

    load_and_share()


@worker_process_init.connect
def let_pages_go_first(**_: object) -> None:
    """Lower the priority of this process of a worker by ``WORKER_NICE``, or to the least of all with
    ``WORKER_IDLE``: by niceness alone a page still waits until a worker's slice ends, several times."""
    os.nice(settings.WORKER_NICE)
    if settings.WORKER_IDLE:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


@task_prerun.connect
@task_postrun.connect
def close_obsolete_connections(**_: object) -> None:
    """Keep the database connection from task to task for ``CONN_MAX_AGE`` seconds, unless it is broken."""
    close_old_connections()
