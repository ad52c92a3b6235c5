"""From a seed to instances: worlds, states, questions, wording."""
