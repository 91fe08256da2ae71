"""House cards: what a pack writes on a model's card, in the vocabulary of card scripts.

``cards`` is the written form, ``faults`` names every fault of what is written.
"""
