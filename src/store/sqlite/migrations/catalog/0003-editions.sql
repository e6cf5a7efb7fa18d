-- The pointer rows: the edition in force of every kind and period. Its lists are in a file of the rankings
-- folder that is named after kind, period and version and never changes.
CREATE TABLE edition (
  kind            TEXT NOT NULL,
  period          INTEGER NOT NULL, -- KstMonth
  version         INTEGER NOT NULL,
  until_day       INTEGER NOT NULL, -- KST day number
  published_at_ms INTEGER NOT NULL,
  ledger_revision INTEGER NOT NULL, -- of the ledger that was counted
  PRIMARY KEY (kind, period)
) STRICT, WITHOUT ROWID;

-- One row once a run has ended: how far it counted.
CREATE TABLE ranking_state (
  id              INTEGER PRIMARY KEY CHECK (id = 1),
  until_day       INTEGER NOT NULL,
  tallied_at_ms   INTEGER NOT NULL,
  ledger_revision INTEGER NOT NULL
) STRICT;
