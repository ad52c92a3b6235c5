"""The audit of reactive questions: the checks of `verifiers.audit`, for machines, traces and effects."""
