"""The records: schemas, the JSONL store, manifests, importers and exporters; uses nothing of ours."""

__version__ = "0.1.0"  # of the package: the door hands it on, manifests and headers state it
