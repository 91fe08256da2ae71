"""People: accounts and sign-in (django-allauth), guest links, visitors, profiles, API tokens, leaving the
portal.

``models`` has the rows, ``operations`` is their only writer, ``persons`` the types ``Person``, ``Viewer`` and
``Actor`` that all other apps use. ``notification``, ``past`` and ``deletion`` are registries: apps in higher
layers register what delivers notices, what a person played, and what happens to their rows when a person
leaves.
"""
