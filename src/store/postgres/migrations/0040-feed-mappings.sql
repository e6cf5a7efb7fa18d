-- How operators' own files become feed records, by the name they were kept under. The JSON was checked before it was kept.
CREATE TABLE feed_mapping (
  name       text COLLATE "C" PRIMARY KEY,
  mapping    text NOT NULL,
  kept_at_ms bigint NOT NULL
);
