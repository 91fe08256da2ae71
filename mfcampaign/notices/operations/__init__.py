"""The only writers of notices; other apps call ``notify`` inside the transaction of their act."""

from mfcampaign.notices.operations.notification import notify

__all__ = ["notify"]
