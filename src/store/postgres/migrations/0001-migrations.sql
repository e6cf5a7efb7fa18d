-- Which migrations this database has.

CREATE TABLE schema_migration (
  version    integer PRIMARY KEY,
  name       text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
