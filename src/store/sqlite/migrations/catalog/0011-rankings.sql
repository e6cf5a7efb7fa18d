-- Every kind of list has editions now (src/rankings/ranking-store.ts): edition.period is a KstMonth for monthly
-- lists, a ten-minute bucket (Unix milliseconds / 600,000) for realtime ones, otherwise a KST day. Daily lists
-- are in the files of their months and have no rows.

-- One row once a run has ended: when the lists that change within a day were made, and from which catalogue.
CREATE TABLE ranking_refresh (
  id               INTEGER PRIMARY KEY CHECK (id = 1),
  refreshed_at_ms  INTEGER NOT NULL,
  catalog_revision INTEGER NOT NULL
) STRICT;

-- Closed months that an operator had counted again, and the items left out of them from then on.
CREATE TABLE restatement (
  restatement_id INTEGER PRIMARY KEY,
  month          INTEGER NOT NULL, -- KstMonth
  item_id        INTEGER,          -- left out of the month; NULL = only counted again
  reason         TEXT NOT NULL,
  restated_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX restatement_month ON restatement (month);
