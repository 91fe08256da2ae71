"""A Third Edition game at a real table: its record, its reminders; and the result of any Encounter."""
