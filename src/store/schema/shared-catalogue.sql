-- The catalogue, the order ledger and the published editions: the truth that every instance copies into a replica of its own
-- (src/store/postgres/catalog/pull-changes.ts). A table has the columns of its namesake in the replica (catalogue.sql), which say
-- what they mean, and commit_no: the number of the commit that wrote the row.
-- Keys lead with what a table could be distributed by.

CREATE SCHEMA catalog;

-- One row. head = the number of the last commit. urgent = that of the last one that every instance has to show with its next
-- answer. Whoever commits locks the row at the end of the transaction, so the numbers are in the order of the commits and a
-- follower that has read up to head misses nothing.
CREATE TABLE catalog.state (
  id     integer PRIMARY KEY CHECK (id = 1),
  store  uuid NOT NULL DEFAULT gen_random_uuid(),
  head   bigint NOT NULL,
  urgent bigint NOT NULL,
  -- The last commit whose rows of catalog.gone may have been dropped.
  gone_until bigint NOT NULL DEFAULT 0
);
INSERT INTO catalog.state (id, head, urgent) VALUES (1, 1, 1);

-- Rows that are gone, kept for 30 days. A replica that has not followed for longer is copied again. key = JSON array of their key;
-- a row that came back may still be here, with an older number.
CREATE TABLE catalog.gone (
  table_name text COLLATE "C",
  key        text COLLATE "C",
  commit_no  bigint NOT NULL,
  gone_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (table_name, key)
);
CREATE INDEX ON catalog.gone (commit_no);
CREATE INDEX ON catalog.gone (gone_at);

-- Who may do what only one process does at a time. token grows with each holder and each
-- return: work that was begun under an older one is refused.
CREATE TABLE catalog.lease (
  name       text PRIMARY KEY,
  holder     uuid NOT NULL,
  token      bigint NOT NULL,
  held_until timestamptz NOT NULL
);
INSERT INTO catalog.lease
SELECT name, gen_random_uuid(), 0, '-infinity' FROM unnest(ARRAY['catalogue', 'jobs', 'ranking', 'demo']) AS name;

CREATE TABLE catalog.category (
  category_id   text COLLATE "C" PRIMARY KEY,
  category_name text NOT NULL,
  parent_id     text COLLATE "C",
  commit_no     bigint NOT NULL
);
CREATE INDEX ON catalog.category (commit_no);

CREATE TABLE catalog.author (
  author_id   bigint PRIMARY KEY,
  author      text NOT NULL,
  birth_date  text NOT NULL,
  death_date  text NOT NULL,
  debut_title text NOT NULL,
  details     text NOT NULL,
  commit_no   bigint NOT NULL
);
CREATE INDEX ON catalog.author (commit_no);

CREATE TABLE catalog.item (
  item_id          bigint PRIMARY KEY,
  data             text NOT NULL,
  isbn13           text COLLATE "C" NOT NULL,
  isbn10           text COLLATE "C" NOT NULL,
  catalog          text NOT NULL,
  publish_day      bigint,
  registered_at_ms bigint NOT NULL,
  shop_price       double precision NOT NULL,
  sale_price       double precision NOT NULL,
  deal_price       double precision,
  deal_from        bigint,
  deal_until       bigint,
  attention_from   bigint,
  attention_until  bigint,
  item_status      text NOT NULL,
  withheld         bigint NOT NULL,
  title            text NOT NULL,
  category_ids     text NOT NULL,
  commit_no        bigint NOT NULL
);
CREATE INDEX ON catalog.item (commit_no);

CREATE TABLE catalog.item_sale_point (
  item_id    bigint PRIMARY KEY,
  sale_point bigint NOT NULL,
  commit_no  bigint NOT NULL
);
CREATE INDEX ON catalog.item_sale_point (commit_no);

CREATE TABLE catalog.item_override (
  item_id       bigint PRIMARY KEY,
  patch         text NOT NULL,
  fed           text,
  decided_at_ms bigint NOT NULL,
  commit_no     bigint NOT NULL
);
CREATE INDEX ON catalog.item_override (commit_no);

CREATE TABLE catalog.item_name (
  name      text COLLATE "C" PRIMARY KEY,
  item_id   bigint NOT NULL,
  commit_no bigint NOT NULL
);
CREATE INDEX ON catalog.item_name (commit_no);

CREATE TABLE catalog.item_source (
  item_id   bigint PRIMARY KEY,
  source    text NOT NULL,
  commit_no bigint NOT NULL
);
CREATE INDEX ON catalog.item_source (commit_no);

CREATE TABLE catalog.first_load (
  id          bigint PRIMARY KEY CHECK (id = 1),
  began_at_ms bigint NOT NULL,
  commit_no   bigint NOT NULL
);
CREATE INDEX ON catalog.first_load (commit_no);

-- The order of changes that the search index follows.
CREATE TABLE catalog.search_item (
  item_id          bigint PRIMARY KEY,
  change_no bigint NOT NULL,
  text_no          bigint NOT NULL,
  commit_no        bigint NOT NULL
);
CREATE INDEX ON catalog.search_item (commit_no);

CREATE TABLE catalog.search_state (
  id        bigint PRIMARY KEY CHECK (id = 1),
  catalogue text NOT NULL,
  commit_no bigint NOT NULL
);
INSERT INTO catalog.search_state VALUES (1, replace(gen_random_uuid()::text, '-', ''), 1);

CREATE TABLE catalog.catalog_state (
  id        bigint PRIMARY KEY CHECK (id = 1),
  revision  bigint NOT NULL,
  commit_no bigint NOT NULL
);
INSERT INTO catalog.catalog_state VALUES (1, 0, 1);

CREATE TABLE catalog.ledger_state (
  id        bigint PRIMARY KEY CHECK (id = 1),
  revision  bigint NOT NULL,
  commit_no bigint NOT NULL
);
INSERT INTO catalog.ledger_state VALUES (1, 0, 1);

CREATE TABLE catalog.sale_month (
  month     bigint PRIMARY KEY,
  revision  bigint NOT NULL,
  commit_no bigint NOT NULL
);

CREATE TABLE catalog.sale_order (
  order_no  bigint PRIMARY KEY,
  order_id  text COLLATE "C" NOT NULL,
  commit_no bigint NOT NULL
);
CREATE UNIQUE INDEX ON catalog.sale_order (order_id);
CREATE INDEX ON catalog.sale_order (commit_no);

-- An order number begins with the day on which the order was first heard of (day * 2^31), so a range is a span of time.
CREATE TABLE catalog.sale (
  order_no       bigint NOT NULL,
  line_no        bigint NOT NULL,
  goods          bigint NOT NULL,
  quantity       bigint NOT NULL,
  unit_price     double precision,
  sold_at_ms     bigint NOT NULL,
  sex            bigint NOT NULL,
  age            bigint,
  buyer          bigint,
  buyer_type     bigint NOT NULL,
  received_at_ms bigint NOT NULL,
  late           bigint NOT NULL,
  cancelled      bigint NOT NULL,
  stray_day      bigint,
  returned       bigint NOT NULL,
  commit_no      bigint NOT NULL,
  PRIMARY KEY (order_no, line_no)
) PARTITION BY RANGE (order_no);
CREATE INDEX ON catalog.sale (commit_no);

CREATE TABLE catalog.sale_other PARTITION OF catalog.sale DEFAULT;
DO $$
BEGIN
  FOR year IN 2020..2045 LOOP
    EXECUTE format(
      'CREATE TABLE catalog.sale_%s PARTITION OF catalog.sale FOR VALUES FROM (%s) TO (%s)',
      year,
      (make_date(year, 1, 1) - DATE '1970-01-01')::bigint * 2147483648,
      (make_date(year + 1, 1, 1) - DATE '1970-01-01')::bigint * 2147483648
    );
  END LOOP;
END $$;

CREATE TABLE catalog.sale_cancel (
  order_no        bigint NOT NULL,
  line_no         bigint NOT NULL,
  cancelled_at_ms bigint NOT NULL,
  received_at_ms  bigint NOT NULL,
  late            bigint NOT NULL,
  commit_no       bigint NOT NULL,
  PRIMARY KEY (order_no, line_no)
);
CREATE INDEX ON catalog.sale_cancel (commit_no);

CREATE TABLE catalog.sale_return (
  order_no        bigint NOT NULL,
  line_no         bigint NOT NULL,
  cancelled_at_ms bigint NOT NULL,
  quantity        bigint NOT NULL,
  received_at_ms  bigint NOT NULL,
  late            bigint NOT NULL,
  commit_no       bigint NOT NULL,
  PRIMARY KEY (order_no, line_no, cancelled_at_ms)
);
CREATE INDEX ON catalog.sale_return (commit_no);

CREATE TABLE catalog.restatement (
  restatement_id bigint PRIMARY KEY,
  month          bigint NOT NULL,
  item_id        bigint,
  buyer          bigint,
  reason         text NOT NULL,
  restated_at_ms bigint NOT NULL,
  commit_no      bigint NOT NULL
);

CREATE TABLE catalog.import_log (
  import_id     bigint PRIMARY KEY,
  name          text NOT NULL,
  actor         text NOT NULL,
  started_at_ms bigint NOT NULL,
  ended_at_ms   bigint NOT NULL,
  lines         bigint NOT NULL,
  problem_count bigint NOT NULL,
  summary       text NOT NULL,
  outcome       text NOT NULL,
  bytes         bigint,
  warning_count bigint NOT NULL,
  findings      text,
  undo_parts    bigint NOT NULL,
  undone_by     bigint,
  undo_of       bigint,
  commit_no     bigint NOT NULL
);

CREATE TABLE catalog.import_undo (
  import_id bigint NOT NULL,
  part      bigint NOT NULL,
  changes   bytea NOT NULL,
  commit_no bigint NOT NULL,
  PRIMARY KEY (import_id, part)
);
CREATE INDEX ON catalog.import_undo (commit_no);

CREATE TABLE catalog.ranking_run (
  run_id        bigint PRIMARY KEY,
  kind          text NOT NULL,
  cause         text NOT NULL,
  outcome       text NOT NULL,
  started_at_ms bigint NOT NULL,
  elapsed_ms    bigint NOT NULL,
  until_day     bigint,
  months        bigint NOT NULL,
  editions      bigint NOT NULL,
  commit_no     bigint NOT NULL
);

CREATE TABLE catalog.ranking_state (
  id              bigint PRIMARY KEY CHECK (id = 1),
  until_day       bigint NOT NULL,
  tallied_at_ms   bigint NOT NULL,
  ledger_revision bigint NOT NULL,
  commit_no       bigint NOT NULL
);

CREATE TABLE catalog.ranking_refresh (
  id               bigint PRIMARY KEY CHECK (id = 1),
  refreshed_at_ms  bigint NOT NULL,
  catalog_revision bigint NOT NULL,
  commit_no        bigint NOT NULL
);

CREATE TABLE catalog.edition (
  kind            text COLLATE "C" NOT NULL,
  period          bigint NOT NULL,
  version         bigint NOT NULL,
  until_day       bigint NOT NULL,
  published_at_ms bigint NOT NULL,
  ledger_revision bigint NOT NULL,
  commit_no       bigint NOT NULL,
  PRIMARY KEY (kind, period)
);
CREATE INDEX ON catalog.edition (commit_no);

-- The files of editions, in parts of 1 MB. Parts are written before the commit that names their file, so a file may have parts
-- that no row names: those of a run that died.
CREATE TABLE catalog.file (
  name    text COLLATE "C" PRIMARY KEY,
  file_id uuid NOT NULL,
  parts   integer NOT NULL,
  sha256  bytea NOT NULL
);
CREATE UNIQUE INDEX ON catalog.file (file_id);

CREATE TABLE catalog.file_part (
  file_id    uuid NOT NULL,
  part       integer NOT NULL,
  bytes      bytea NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (file_id, part)
);

CREATE TABLE catalog.buyer_key (
  id          bigint PRIMARY KEY CHECK (id = 1),
  check_value bigint NOT NULL,
  commit_no   bigint NOT NULL
);

CREATE TABLE catalog.sale_month_deleted (
  month         bigint PRIMARY KEY,
  lines         bigint NOT NULL,
  deleted_at_ms bigint NOT NULL,
  commit_no     bigint NOT NULL
);

CREATE TABLE catalog.item_decision_log (
  decision_id   bigint PRIMARY KEY,
  item_id       bigint NOT NULL,
  fields        text NOT NULL,
  before        text NOT NULL,
  reason        text NOT NULL,
  decided_at_ms bigint NOT NULL,
  commit_no     bigint NOT NULL
);
CREATE INDEX ON catalog.item_decision_log (commit_no);

-- A store that is being copied into this database (src/store/postgres/move). Both tables are empty before and after; until then
-- nobody but the copy works on the database.

CREATE TABLE store_move (
  id        integer PRIMARY KEY CHECK (id = 1),
  source    text NOT NULL,  -- the source's own name of its catalogue
  commit_no bigint NOT NULL -- of all rows of the catalogue that it brings
);

-- What has arrived: parts of tables, each with the digest of its rows.
CREATE TABLE store_move_part (
  table_name text NOT NULL,
  part       integer NOT NULL,
  row_count  bigint NOT NULL,
  sha256     bytea NOT NULL,
  PRIMARY KEY (table_name, part)
);
