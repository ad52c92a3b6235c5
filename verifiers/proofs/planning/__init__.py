"""Planning, in reading order: ``ground``, ``cases``, ``world`` and ``join`` (PDDL), ``model`` (grounded, and
its delete relaxation), ``search``, ``symmetry`` and ``estimate``, ``rules`` (one certificate kind a file),
``knowledge`` (what they establish), and what truth claims: ``forms``, a file for each task, ``gold``.
"""
