"""Pages of notices: inbox and preferences, calendars, webhooks, reminders, and a league's Discord."""
