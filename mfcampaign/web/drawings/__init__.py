"""SVG pictures of figures, drawn by the server. Each can be pointed at, used by keyboard, and read by a
screen reader."""
