"""Pictures of figures, drawn by the server as SVG: looked at, walked through by keyboard, and read aloud."""
