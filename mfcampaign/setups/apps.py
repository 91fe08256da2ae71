from django.apps import AppConfig


class EncountersConfig(AppConfig):
    name = "mfcampaign.setups"
