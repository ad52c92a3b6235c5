"""The audit: labelled instances, their judges and their proofs put to the test.

`answers` asks whether right answers score and others do not, `proofs` whether the checker refuses mutants of
a record; both take their mutants from `mutator`, and what they mean from the ``Subject`` of the family, in
the file of its name.  `second` asks other engines; `source` compares the truth that a source stored;
`published` says what the public evaluators misjudge.  A check maps a subject to a `Result`.
"""
