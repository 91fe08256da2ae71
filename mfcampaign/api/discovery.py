"""Finds the endpoints: the module or package ``api`` of each portal app."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.utils.module_loading import module_has_submodule


def declare_operations() -> None:
    """Import the ``api`` of every installed app of ours, in the order of their names."""
    for config in sorted(apps.get_app_configs(), key=lambda app: app.name):
        ours = Path(config.path).is_relative_to(settings.BASE_DIR)
        if ours and module_has_submodule(config.module, "api"):
            import_module(f"{config.name}.api")
