"""What the browser of records shows: an index of files, and single records as text, claims and pictures."""
