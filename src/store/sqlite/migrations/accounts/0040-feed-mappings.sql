-- How operators' own files become feed records, by the name they were kept under. The JSON was checked before it was kept.
CREATE TABLE feed_mapping (
  name       TEXT PRIMARY KEY,
  mapping    TEXT NOT NULL,
  kept_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
