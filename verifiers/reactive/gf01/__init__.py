"""GF-01's protocol: policies, run records, validation, reports, splits, studies."""
