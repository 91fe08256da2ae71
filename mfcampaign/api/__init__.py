"""The API: programs read and act through the same operations, queries and permission checks as the pages.

``endpoint`` declares an operation, ``serving`` answers a request, ``schema`` describes all operations. The
endpoints themselves are in the ``api`` module of each portal app.
"""
