"""The embedded settings with the constant page, for the page benchmark only."""

from mfcampaign.settings import *  # noqa: F403

ROOT_URLCONF = "scripts.benchmarks.constant_site"
WHITENOISE_AUTOREFRESH = False
