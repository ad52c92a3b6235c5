"""Certificates and the independent checker: nothing of ours above domains, no engine, no grounder.

Read `check` first, then `world` and `model` (the world and its delete relaxation), one file a certificate
kind (`closure`, `runs`, `plans`, `relaxed`, `invariant`, `exploration`, `distances`, `lower_bound`,
`evaluation`), `knowledge` (what they establish) and the obligations of the truth records (`obligations`,
`reachability`, `landmarks`, `next_action`, `ledger`).
"""
