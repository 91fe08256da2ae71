"""The organiser can put anything right: previewed, by compensating entries, with a reason all can read.

``desk`` takes a wish and either shows or makes the ruling; every other module plans one kind of wish.
"""

from mfcampaign.campaigns.operations.corrections.desk import preview, read, rule, written
from mfcampaign.campaigns.operations.corrections.draft import Plan
from mfcampaign.campaigns.operations.corrections.wishes import AnyWish

__all__ = ["AnyWish", "Plan", "preview", "read", "rule", "written"]
