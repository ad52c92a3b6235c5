"""External engines, one adapter a file; each answers Proven, Refuted or Undecided."""
