-- The catalogue: what feeds say, and the serialised fragment of every item.

CREATE TABLE category (
  category_id   TEXT PRIMARY KEY,
  category_name TEXT NOT NULL,
  parent_id     TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE author (
  author_id   INTEGER PRIMARY KEY,
  author      TEXT NOT NULL,
  birth_date  TEXT NOT NULL,
  death_date  TEXT NOT NULL,
  debut_title TEXT NOT NULL,
  details     TEXT NOT NULL
) STRICT;

CREATE TABLE item (
  item_id          INTEGER PRIMARY KEY,
  isbn13           TEXT NOT NULL,    -- 13 digits or empty; a shop may repeat one
  isbn10           TEXT NOT NULL,
  catalog          INTEGER NOT NULL, -- position in CATALOGS
  publish_day      INTEGER,          -- KST day number
  registered_at_ms INTEGER NOT NULL,
  shop_price       REAL NOT NULL,
  sale_price       REAL NOT NULL,
  deal_price       REAL,
  deal_from        INTEGER,          -- KST day numbers, both included
  deal_until       INTEGER,
  attention_from   INTEGER,
  attention_until  INTEGER,
  item_status      TEXT NOT NULL,
  withheld         INTEGER NOT NULL,
  title            TEXT NOT NULL,
  category_ids     TEXT NOT NULL,    -- JSON array, main category first
  contributors     TEXT NOT NULL,    -- JSON array of [authorId or null, role]
  fragment         BLOB NOT NULL     -- src/catalog/fragment.ts
) STRICT;

CREATE INDEX item_isbn13 ON item (isbn13) WHERE isbn13 <> '';
CREATE INDEX item_withheld ON item (item_id) WHERE withheld = 1;

-- Sales index of the last tally. Apart from item, so that the nightly update does not rewrite fragments.
CREATE TABLE item_sale_point (
  item_id    INTEGER PRIMARY KEY,
  sale_point INTEGER NOT NULL
) STRICT;

-- One row. revision grows with every commit that changes what readers see.
CREATE TABLE catalog_state (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL
) STRICT;
INSERT INTO catalog_state VALUES (1, 0);
