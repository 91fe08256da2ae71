"""Pairing a round over everybody at once: the best there is, with reasons (``explain``) and a proof.

Pure: facts in, pairs out; the same input, in whatever order, has the same output. ``verify`` checks a
round's certificate without any of the code that made it.
"""
