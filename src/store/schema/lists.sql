-- The lists file: what ranking runs publish, each run with one commit. Days are KST day numbers.

-- The edition in force of every kind and period (src/rankings/edition.ts). period is a KstMonth for monthly lists, a
-- ten-minute bucket (Unix milliseconds / 600,000) for realtime ones, otherwise a day. Weekly and daily lists belong to the
-- editions of their months and have no rows here.
CREATE TABLE edition (
  kind TEXT NOT NULL, period INTEGER NOT NULL,
  version INTEGER NOT NULL, -- publications of the same kind and period so far
  until_day INTEGER NOT NULL, published_at_ms INTEGER NOT NULL, PRIMARY KEY (kind, period)
) STRICT, WITHOUT ROWID;

-- The lists that have entries, in chunks: chunk n begins with rank 256 n + 1. A run reads all categories of a cell.
CREATE TABLE list (
  kind TEXT NOT NULL, period INTEGER NOT NULL,
  cell INTEGER NOT NULL, -- src/rankings/edition.ts
  category_id TEXT NOT NULL, chunk INTEGER NOT NULL,
  length INTEGER NOT NULL, -- entries of the chunk: 256 but in the last one, 0 where all have fewer copies than lists by sex or age show
  entries BLOB NOT NULL, -- src/rankings/lists/list-chunks.ts
  PRIMARY KEY (kind, period, cell, category_id, chunk)
) STRICT, WITHOUT ROWID;

-- The counted copies of every month by item, day and segment (src/rankings/day-copies.ts), each column as the bytes of its
-- array, little-endian. Later runs add them up instead of counting closed months again.
CREATE TABLE month_copies (
  month    INTEGER PRIMARY KEY, -- KstMonth
  item_ids BLOB NOT NULL,       -- numbers of 8 bytes
  start    BLOB NOT NULL,       -- 4 bytes
  codes    BLOB NOT NULL,       -- 2 bytes
  copies   BLOB NOT NULL        -- 4 bytes
) STRICT;

-- How far a copy that follows PostgreSQL has come (src/store/postgres/log/head.ts). Without a key, so no changeset holds it.
CREATE TABLE log_position (store TEXT NOT NULL, no INTEGER NOT NULL, change TEXT NOT NULL) STRICT;
INSERT INTO log_position VALUES ('', 0, '');
