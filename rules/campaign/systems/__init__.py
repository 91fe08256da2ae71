"""The campaigns there are: the only list of them."""

from rules.campaign.system import register
from rules.campaign.systems import rising_names, shifting_loyalties

for _each in (shifting_loyalties.SYSTEM, rising_names.SYSTEM):
    register(_each)
