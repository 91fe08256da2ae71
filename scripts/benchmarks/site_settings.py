"""The embedded settings with the yardstick page, for the benchmarks only."""

from mfcampaign.settings import *  # noqa: F403
from mfcampaign.settings import MIDDLEWARE as PORTAL

ROOT_URLCONF = "scripts.benchmarks.yardstick_site"
MIDDLEWARE = ["scripts.benchmarks.yardstick_site.ProcessorTimeMiddleware", *PORTAL]
WHITENOISE_AUTOREFRESH = False
