"""The entry points: command line, reports, benchmarks, agents and harness adapters."""
