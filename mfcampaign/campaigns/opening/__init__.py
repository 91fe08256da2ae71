"""Opening a league: presets and templates, settings to begin with, organisers, invitations, requests to join,
entries."""
