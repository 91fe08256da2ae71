from django.apps import AppConfig

import rules.campaign.systems
import rules.editions  # noqa: F401 - both register theirs, before any app looks


class RulesConfig(AppConfig):
    name = "rules"
