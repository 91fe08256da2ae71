"""Journeys that are walked in three engines: ``tests/browser/engines`` drives them."""
