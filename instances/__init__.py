"""The records: schemas, the JSONL store, manifests, importers and exporters; uses nothing of ours."""
