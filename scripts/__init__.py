"""The doors: shell, reports, benchmarks, agents and harness adapters."""
