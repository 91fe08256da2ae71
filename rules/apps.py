from django.apps import AppConfig

import rules.editions  # noqa: F401 - registers them, before any app looks


class RulesConfig(AppConfig):
    name = "rules"
