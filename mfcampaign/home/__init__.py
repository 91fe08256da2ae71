"""The top layer: the front page, the navigation and the demo. It may import every app; no app imports it."""
