"""The checker of reactive questions: Mealy machines, finite traces, effects, and explanations of them.

Reading order: ``hoa`` (the machine), ``ltlf`` (formulas over finite runs), ``product`` (runs that watch for
an effect), ``question`` (the query, and sets of cells), ``runs`` and ``recount`` (passes over the product),
then one file a certificate in ``rules`` and one file a task, which says what its truth claims.
"""
