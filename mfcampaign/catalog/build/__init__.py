"""Builders of the project's data files (``manage.py build_catalogue``): figures of each edition, house
charts."""
