"""Notices to people and to other services: inbox, mails, webhooks, calendars, Discord.

``routing`` says which acts are notified to whom; ``operations.detection`` finds them,
``operations.notification`` writes notices, ``mail_messages`` is the e-mail text, ``outbound`` posts to
addresses that strangers entered.
"""
