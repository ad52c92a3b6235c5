"""Planning: PDDL with its delete relaxation, and certificates about what can be reached, and how soon."""
