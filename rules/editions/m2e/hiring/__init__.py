"""Hiring by the Second Edition (M2-HIRE).

``admission`` who may be hired, by which right and at what price; ``upgrades`` who may have what; ``hiring``
judges a whole Crew; ``candidates`` what could be added. Readings that may differ are ``SecondReadings``.
"""
