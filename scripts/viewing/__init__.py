"""The data of the browser of records: an index of files, and single records as text, claims and pictures."""
