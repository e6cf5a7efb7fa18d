-- The catalogue file: what feeds say, what operators decide, the ledger of order lines, how far lists count it. Days are KST numbers.

CREATE TABLE category (
  category_id TEXT PRIMARY KEY, category_name TEXT NOT NULL, parent_id TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE author (
  author_id INTEGER PRIMARY KEY, author TEXT NOT NULL, birth_date TEXT NOT NULL, death_date TEXT NOT NULL,
  debut_title TEXT NOT NULL, details TEXT NOT NULL
) STRICT;

CREATE TABLE item (
  item_id INTEGER PRIMARY KEY,
  data TEXT NOT NULL, -- JSON: the item in force (src/catalog/item.ts). The rest is part of it (item-writer.ts).
  isbn13 TEXT NOT NULL, -- 13 digits or empty; a shop may repeat one
  isbn10 TEXT NOT NULL, catalog TEXT NOT NULL, publish_day INTEGER, registered_at_ms INTEGER NOT NULL,
  shop_price REAL NOT NULL, sale_price REAL NOT NULL, deal_price REAL, deal_from INTEGER, deal_until INTEGER,
  attention_from INTEGER, attention_until INTEGER, item_status TEXT NOT NULL, withheld INTEGER NOT NULL,
  title TEXT NOT NULL,
  category_ids TEXT NOT NULL -- JSON array, main category first
) STRICT;
CREATE INDEX item_isbn13 ON item (isbn13) WHERE isbn13 <> '';
CREATE INDEX item_isbn10 ON item (isbn10) WHERE isbn10 <> '';
CREATE INDEX item_withheld ON item (item_id) WHERE withheld = 1;
CREATE INDEX item_attention ON item (attention_until, item_id) WHERE attention_until IS NOT NULL;
-- What readers of deals ask of all of them, next to each other.
CREATE INDEX item_deal ON item (deal_until, item_id, deal_from, withheld) WHERE deal_until IS NOT NULL;
-- What every ranking run asks of every item, next to each other: a run would otherwise read all documents past it.
CREATE INDEX item_rank ON item (item_id, isbn13, publish_day, withheld, category_ids, registered_at_ms, deal_from,
  deal_until, attention_from, attention_until);

-- Of the last tally. Apart from item, so that the night doesn't touch items.
CREATE TABLE item_sale_point (item_id INTEGER PRIMARY KEY, sale_point INTEGER NOT NULL) STRICT;

-- Numbers that items have for names of the shop's own. A name keeps its number for ever, whatever becomes of the item.
CREATE TABLE item_name (
  name TEXT PRIMARY KEY, -- 'external:' or 'isbn13:' and the name
  item_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX item_name_number ON item_name (item_id);

-- Items that didn't come from the shop itself: a full feed removes only items of its own source.
CREATE TABLE item_source (item_id INTEGER PRIMARY KEY, source TEXT NOT NULL) STRICT;

-- What operators decide of single items: item.data is fed with the patch, until an operator ends it, whatever becomes of the item.
CREATE TABLE item_override (
  item_id INTEGER PRIMARY KEY,
  patch TEXT NOT NULL, -- JSON object: the decided fields
  fed TEXT, -- JSON: the item as its feed says; NULL while the item isn't in the catalogue
  decided_at_ms INTEGER NOT NULL
) STRICT;

-- Every decision of an operator, about one item or several. Who and what is in the audit log, which holds no words of people.
CREATE TABLE item_decision (
  decision_id INTEGER PRIMARY KEY,
  reason TEXT NOT NULL, -- in the operator's words; may be empty
  items TEXT NOT NULL -- JSON array of item numbers
) STRICT;

-- What is true of the whole catalogue.
CREATE TABLE catalog_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- Tells it from every other and from itself before a restore: no index and no cursor of another one is taken for its own. Copies
  -- that follow PostgreSQL have the name of its log (src/store/postgres/log/base.ts).
  catalogue TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))),
  revision INTEGER NOT NULL DEFAULT 0, -- grows with every commit that changes what readers see
  ledger_revision INTEGER NOT NULL DEFAULT 0, -- grows with every transaction that adds to the ledger
  first_load_at_ms INTEGER, -- an item without a registration that comes within a day of it belongs to the first load
  has_segments INTEGER NOT NULL DEFAULT 0, -- 1 = an order line has told sex or age of its buyer
  buyer_check INTEGER, -- made with the secret of buyers, so that a wrong secret is noticed
  -- How far the last ranking run counted; when the lists that change within a day were made, and from which catalogue.
  tallied_until INTEGER, tallied_at_ms INTEGER, tallied_revision INTEGER, refreshed_at_ms INTEGER, refreshed_revision INTEGER
) STRICT;
INSERT INTO catalog_state (id) VALUES (1);

-- How far a copy that follows PostgreSQL has come (src/store/postgres/log/head.ts). Without a key, so no changeset holds it.
CREATE TABLE log_position (store TEXT NOT NULL, no INTEGER NOT NULL, change TEXT NOT NULL) STRICT;
INSERT INTO log_position VALUES ('', 0, '');

-- An attempt is completed when it ends. One that says "running" while nobody holds import.lock is that of a process that died.
CREATE TABLE import_log (
  import_id INTEGER PRIMARY KEY, name TEXT NOT NULL, actor TEXT NOT NULL, bytes INTEGER, started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER NOT NULL, outcome TEXT NOT NULL,
  found TEXT NOT NULL, -- JSON: how it was read, its counts, the first problems and warnings in every language
  undone_by INTEGER, undo_of INTEGER
) STRICT;

-- What stood before imports and decisions, so that they can be undone (src/store/sqlite/kept-changes.ts): compressed JSON, later parts
-- with later changes.
CREATE TABLE undo (
  cause TEXT NOT NULL, number INTEGER NOT NULL, -- 'import' and import_id, or 'decision' and decision_id
  part INTEGER NOT NULL, is_last INTEGER NOT NULL, kept_at_ms INTEGER NOT NULL, changes BLOB NOT NULL,
  PRIMARY KEY (cause, number, part)
) STRICT;

-- One row for every item there ever was. change_no grows with each change of an item or its sales index, and no two
-- rows have the same. item_no is that of its last change but for the sales index, or of the last time that its deal began or ended;
-- text_no is that of the last change of its words. shown_no is that of a change since it was last hidden or shown; NULL if it never
-- was hidden. An item that is gone keeps its row. Whoever writes items numbers their changes (src/catalog/item-writer.ts).
CREATE TABLE search_item (
  item_id INTEGER PRIMARY KEY, change_no INTEGER NOT NULL, item_no INTEGER NOT NULL, text_no INTEGER NOT NULL,
  shown_no INTEGER
) STRICT;
CREATE INDEX search_item_shown ON search_item (shown_no) WHERE shown_no IS NOT NULL;
CREATE UNIQUE INDEX search_item_change ON search_item (change_no);
CREATE UNIQUE INDEX search_item_item ON search_item (item_no);

-- The number begins with the day on which the order was first heard of (day * 2^31 + running number): a month of lines lies together
-- on disk, and orders with random ids are still appended.
CREATE TABLE sale_order (order_no INTEGER PRIMARY KEY, order_id TEXT NOT NULL UNIQUE) STRICT;

-- The ledger of order lines. Rows are only ever added; whatever is published is counted from them.
CREATE TABLE sale (
  order_no INTEGER NOT NULL, line_no INTEGER NOT NULL,
  goods INTEGER NOT NULL, -- item number, or minus the ISBN13 of a line that names only that
  quantity INTEGER NOT NULL, unit_price REAL, sold_at_ms INTEGER NOT NULL,
  sex INTEGER NOT NULL, -- 0 unknown, 1 M, 2 F
  age INTEGER CHECK (age BETWEEN 0 AND 254), -- full years
  buyer INTEGER, -- made with a secret (src/rankings/ledger/buyer-reference.ts); NULL = its own buyer
  buyer_type INTEGER NOT NULL, -- position in BUYER_TYPES
  revision INTEGER NOT NULL, -- of the ledger, with which it came
  stray_day INTEGER, -- day of the sale where it is not the day in order_no
  PRIMARY KEY (order_no, line_no)
) STRICT, WITHOUT ROWID;
CREATE INDEX sale_stray ON sale (stray_day) WHERE stray_day IS NOT NULL;

-- Cancellations of lines and returns of single copies, told apart by the time (0 = unknown). One may be here before its line.
CREATE TABLE sale_return (
  order_no INTEGER NOT NULL, line_no INTEGER NOT NULL, cancelled_at_ms INTEGER NOT NULL,
  quantity INTEGER, -- copies; NULL = the whole line, at most once
  revision INTEGER NOT NULL, PRIMARY KEY (order_no, line_no, cancelled_at_ms)
) STRICT, WITHOUT ROWID;

-- The months in which something was sold. What has a revision above the cutoff is late and counts nothing; the cutoff is set when
-- something comes for a month that is closed and published, and restating drops it.
CREATE TABLE sale_month (
  month            INTEGER PRIMARY KEY, -- KstMonth
  revision         INTEGER NOT NULL,    -- of the ledger, that last changed what the month counts
  received_at_ms   INTEGER NOT NULL,    -- when something last came for it
  cutoff           INTEGER,             -- the last revision of the ledger that counts; NULL = all do
  counted_until    INTEGER,             -- a day: how far the list that was published last counts; NULL before the first
  counted_revision INTEGER,             -- of the ledger
  deleted_at_ms    INTEGER              -- when its lines were deleted after their time: its list is never counted again
) STRICT;

-- What an operator left out of a month. One that was undone keeps its number, so that no other one gets it.
CREATE TABLE exclusion (
  exclusion_id INTEGER PRIMARY KEY, month INTEGER NOT NULL,
  item_id INTEGER, -- or the buyer; both are NULL once it was undone
  buyer INTEGER, reason TEXT NOT NULL, excluded_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX exclusion_month ON exclusion (month);

-- Runs that ended, with how many months they counted and editions they published. until_day is NULL when nothing was ever tallied.
CREATE TABLE ranking_run (
  run_id INTEGER PRIMARY KEY, kind TEXT NOT NULL, cause TEXT NOT NULL, outcome TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL, elapsed_ms INTEGER NOT NULL, until_day INTEGER, months INTEGER NOT NULL,
  editions INTEGER NOT NULL
) STRICT;
CREATE INDEX ranking_run_kind ON ranking_run (kind, run_id);
