"""The checker of reactive questions: Mealy machines, finite traces, effects, and explanations of them.

Reading order: ``ltlf`` (formulas over finite runs), ``hoa`` (the machine), ``product`` (runs that watch for
an effect), ``question`` (the query, and sets of cells), ``knowledge`` (passes over the product, and what is
established), then one file a certificate in ``rules`` and one file a task, which says what its truth claims.
"""
