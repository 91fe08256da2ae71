"""Notices, calendars, and the webhooks of a league."""

from django.urls import path

from mfcampaign.notices.views import calendars, chat, inbox, webhooks

app_name = "notices"
OF_LEAGUE = "leagues/<slug:slug>/webhooks/"
urlpatterns = [
    path("notices/", inbox.inbox, name="inbox"),
    path("notices/<int:notice>/", inbox.go, name="go"),
    path("notices/settings/", inbox.settings, name="settings"),
    path("notices/written/", inbox.written, name="written"),
    path("notices/unsubscribe/<str:token>/", inbox.unsubscribe, name="unsubscribe"),
    path("notices/calendars/", calendars.calendars, name="calendars"),
    path("notices/calendars/<str:token>.ics", calendars.calendar, name="calendar"),
    path("events/calendar.ics", calendars.event_days, name="event_days"),
    path("events/<slug:slug>/calendar.ics", calendars.event_day, name="event_day"),
    path("leagues/<slug:slug>/chat/", chat.chat, name="chat"),
    path("chat/discord/<int:door>/", chat.called, name="discord"),
    path(OF_LEAGUE, webhooks.webhooks, name="webhooks"),
    path(f"{OF_LEAGUE}<int:hook>/", webhooks.webhook, name="webhook"),
]
