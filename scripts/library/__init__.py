"""The public functions of the package: ``certwright.load`` and the others, one module a concern."""
