-- The files that instances share, as an ordered log: whole files, and the changesets that SQLite recorded at each commit
-- (src/store/postgres/log). Every instance follows it into files of its own; what their tables are isn't known here.

CREATE SCHEMA catalog;

-- One row a file. no and change = number and id of its last commit. urgent = number of the last one that every instance has to show
-- with its next answer. Whoever commits compares and changes the row, so the numbers are in the order of the commits and a
-- follower that has read up to no misses nothing. A new store id makes every instance copy the file again.
CREATE TABLE catalog.head (
  file text PRIMARY KEY, store uuid NOT NULL DEFAULT gen_random_uuid(), no bigint NOT NULL DEFAULT 0,
  change uuid NOT NULL DEFAULT gen_random_uuid(), urgent bigint NOT NULL DEFAULT 0
);
INSERT INTO catalog.head (file) VALUES ('catalog'), ('lists');

-- Commits. Their bytes are the parts of their id.
CREATE TABLE catalog.change (
  file text NOT NULL, no bigint NOT NULL, change uuid NOT NULL UNIQUE,
  follows uuid NOT NULL, -- the commit before it
  schema_version integer NOT NULL, -- of the file that it was recorded in
  parts integer NOT NULL, bytes bigint NOT NULL, made_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (file, no)
);

-- Whole files, compressed, as of a commit.
CREATE TABLE catalog.base (
  file text NOT NULL, no bigint NOT NULL, change uuid NOT NULL,
  base uuid NOT NULL UNIQUE, -- the id of its parts
  schema_version integer NOT NULL, parts integer NOT NULL, bytes bigint NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (file, no)
);

-- The changesets of commits and pieces of whole files, compressed. They are written before the row that names them, so there may be
-- parts that nothing names: those of a process that died.
CREATE TABLE catalog.part (
  id uuid NOT NULL, part integer NOT NULL, bytes bytea NOT NULL, written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, part)
);

-- Who may do what only one process does at a time. token grows with each holder and each return: work that was begun under an older
-- one is refused.
CREATE TABLE catalog.lease (name text PRIMARY KEY, token bigint NOT NULL, held_until timestamptz NOT NULL);
INSERT INTO catalog.lease
SELECT name, 0, '-infinity' FROM unnest(ARRAY['catalogue', 'jobs', 'ranking', 'demo', 'base']) AS name;
