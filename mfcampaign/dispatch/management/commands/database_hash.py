"""``manage.py database_hash``: one hash of all stored rows, equal before a backup and after its restore."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

# Written by any visit; no part of what is kept.
PASSING = ("sessions.session", "web.sharedentry", "dispatch.heartbeat")


class Command(BaseCommand):
    help = "Print a SHA-256 of every row of every table (sessions apart), the same on every database."

    def handle(self, *args: Any, **options: Any) -> None:
        whole = hashlib.sha256()
        for model in sorted(apps.get_models(include_auto_created=True), key=lambda m: m._meta.label_lower):
            if model._meta.label_lower in PASSING or model._meta.proxy or not model._meta.managed:
                continue
            self._add(model, whole)
        self.stdout.write(whole.hexdigest())

    def _add(self, model: type[models.Model], whole: Any) -> None:
        fields = sorted(model._meta.concrete_fields, key=lambda field: field.name)
        names = [field.attname for field in fields]
        whole.update(f"{model._meta.label_lower} {names}\n".encode())
        for row in model._base_manager.order_by("pk").values_list(*names).iterator(chunk_size=2000):
            plain = [bytes(v).hex() if isinstance(v, bytes | memoryview) else v for v in row]
            text = json.dumps(plain, sort_keys=True, ensure_ascii=False, cls=DjangoJSONEncoder)
            whole.update(text.encode() + b"\n")
