"""The window of WebKit runs in the system's Python, which has its bindings; no test imports it."""

collect_ignore = ["webkit_window.py"]
