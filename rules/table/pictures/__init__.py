"""The table as SVG: ``drawing`` has terrain, bases and legend, ``layers`` the answers laid over them."""
