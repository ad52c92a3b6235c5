"""The audit: labelled instances, their judges and their proofs put to the test, one check a file.

`gold` and `idle` ask whether right answers score and empty ones do not; `answers` and `proofs` mutate
answers, truths and certificates; `second` asks other engines; `source` compares the truth that a source
stored; `published` says what the public evaluators misjudge.  A check maps a `Case` to a `Result`: findings
and counts.
"""
