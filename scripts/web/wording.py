"""Texts of the pages: why a game ended."""

STOPS = {
    "SOLVED": "The goal holds",
    "LLM_STUCK": "You said that the goal can no longer be reached",
    "LLM_DONE_EARLY": "You said that the goal holds, and it does not",
    "TEMPORAL_DECAY": "Something that must last ran out",
    "MAX_STEPS": "The turns are used up",
    "MAX_INVALID_STREAK": "Too many refused turns in a row",
    "LOOP_DETECTED": "The same turns were repeated too often",
    "STAGNATION": "Nothing changed for too long",
    "COMMITTED": "The run is over",
    "CHOSEN": "You gave your answer",
    "GOAL_REACHED": "The goal is reached",
    "BUDGET_SPENT": "The steps are used up",
    "QUIT": "You gave up",
}
"""The stop reasons of episodes, by their names in records, in words."""
