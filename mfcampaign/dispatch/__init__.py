"""Background work: commands, ticks and outward deliveries, with or without Celery
(docs/decisions/0003-commands-and-outbox.md).

``registry`` has the handlers that apps register, ``operations`` submits and executes, ``wakeups`` starts
workers, ``command_retries`` is the retry policy, ``watchdog`` records when each part last ran.
"""
