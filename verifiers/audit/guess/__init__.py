"""The panel of blind guessers: how far a set of questions can be answered without knowing its worlds.

A guesser sees what a model sees and uses none of the world's rules.  Every measure of ``features/`` gives two
guessers, the one that takes the option with the most of it and the one with the least; a learned one weighs
all; ``blind`` answers always the same, or acts without a goal.  ``panel`` adds the honest baseline.
"""
