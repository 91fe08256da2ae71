"""Line of sight, exactly (docs/sight.md).

``line_of_sight`` answers for one pair, ``index`` for many questions on one table, ``visibility_matrix`` for
all pairs and for every square of the table. The rules that say what blocks are ``barriers``, ``occlusion``
(height and Shadow), ``vantage`` (the Second Edition's guide) and ``near_end`` (the Fourth Edition); the
geometry is ``lines`` (critical lines between two bases), ``convex_blockers`` (the fast search) and
``crossing`` (lines through one piece). ``cover``: Cover and Concealment.
"""
