"""``python -m mfcampaign.live``: the process that streams frames."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")

from mfcampaign.live.server import main

main()
