-- Lists, which ranking runs publish, each run with one commit. Days are KST day numbers.

-- The current edition of every kind and period (src/rankings/edition.ts). period is a KstMonth for monthly lists, a
-- ten-minute bucket (Unix milliseconds / 600,000) for realtime ones, otherwise a day. Weekly and daily lists belong to the
-- editions of their months and have no rows here.
CREATE TABLE edition (
  kind text COLLATE "C" NOT NULL, period integer NOT NULL,
  version integer NOT NULL, -- the number of publications of this kind and period
  until_day integer NOT NULL, published_at_ms bigint NOT NULL, PRIMARY KEY (kind, period)
) /* WITHOUT ROWID */;

-- Lists in chunks: chunk n begins with rank 256 n + 1. A run reads all categories of a cell by the key's first columns.
CREATE TABLE list (
  kind text COLLATE "C" NOT NULL, period integer NOT NULL,
  cell integer NOT NULL, -- src/rankings/edition.ts
  category_id text COLLATE "C" NOT NULL, chunk integer NOT NULL,
  length integer NOT NULL, -- entries: 256 except in the last chunk; 0 if all items have too few copies for lists by sex or age
  entries bytea NOT NULL, -- src/rankings/lists/stored-lists.ts
  PRIMARY KEY (kind, period, cell, category_id, chunk)
) /* WITHOUT ROWID */;

-- The counted copies of every month by item, day and segment of buyers (src/rankings/day-copies.ts). Each column has the bytes of
-- an array, little-endian. Later runs add up these arrays instead of counting closed months again.
CREATE TABLE month_copies (
  month    integer PRIMARY KEY, -- KstMonth
  item_ids bytea NOT NULL,      -- Float64Array
  start    bytea NOT NULL,      -- Uint32Array
  codes    bytea NOT NULL,      -- Uint16Array
  copies   bytea NOT NULL       -- Uint32Array
);
