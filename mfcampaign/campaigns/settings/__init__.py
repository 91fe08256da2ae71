"""Settings of a league: house rules, charts, figures, and when a change takes effect."""
