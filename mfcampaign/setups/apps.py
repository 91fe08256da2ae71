from django.apps import AppConfig


class SetupsConfig(AppConfig):
    name = "mfcampaign.setups"
