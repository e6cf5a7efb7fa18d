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
