"""Chromium, Firefox and WebKitGTK behind one small interface, for the journeys of ``tests/browser/matrix``.

Chromium is driven by Playwright, Firefox by WebDriver BiDi, WebKitGTK by WebDriver. WebKitGTK has Safari's
engine; it is not iOS, and neither it nor Firefox reports touch on a machine without a screen.
"""
