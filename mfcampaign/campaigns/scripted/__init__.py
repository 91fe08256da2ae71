"""Scripted play: plain choices of the portal through the ordinary operations, for the demo, benches and
tests.

Nothing here is random: the same league makes the same choices. No rule is decided here; ``rules`` is asked.
"""
