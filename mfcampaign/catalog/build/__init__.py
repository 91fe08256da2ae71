"""Reads, checks and writes the data files of any edition (``manage.py build_catalogue``)."""
