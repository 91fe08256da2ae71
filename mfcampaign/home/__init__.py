"""The room on top: the front page and the navigation. It may import every app; nothing imports it."""
