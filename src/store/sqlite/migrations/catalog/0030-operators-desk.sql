-- What operators decide of single items. It stands, whatever feeds say, until an operator ends it. The item itself holds
-- what is in force; an item that is removed and comes back finds its decision here.
CREATE TABLE item_decision (
  item_id       INTEGER PRIMARY KEY,
  decided       TEXT NOT NULL, -- JSON object: those of withheld, attention and deal that are decided
  fed           TEXT NOT NULL, -- JSON object: all three as the feed says
  decided_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX item_attention ON item (attention_until, item_id) WHERE attention_until IS NOT NULL;
CREATE INDEX item_deal ON item (deal_until, item_id) WHERE deal_until IS NOT NULL;

-- Feeds that were taken in, each written with its feed in one commit.
CREATE TABLE import_log (
  import_id     INTEGER PRIMARY KEY,
  name          TEXT NOT NULL,
  actor         TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms   INTEGER NOT NULL,
  lines         INTEGER NOT NULL,
  problem_count INTEGER NOT NULL,
  summary       TEXT NOT NULL  -- JSON, FeedSummary
) STRICT;

-- Ranking runs that ended, whoever started them.
CREATE TABLE ranking_run (
  run_id        INTEGER PRIMARY KEY,
  kind          TEXT NOT NULL CHECK (kind IN ('tally', 'refresh')),
  cause         TEXT NOT NULL CHECK (cause IN ('schedule', 'operator', 'command')),
  outcome       TEXT NOT NULL CHECK (outcome IN ('published', 'failed', 'stopped')),
  started_at_ms INTEGER NOT NULL,
  elapsed_ms    INTEGER NOT NULL,
  until_day     INTEGER,          -- KST day number; NULL when nothing was ever tallied
  months        INTEGER NOT NULL, -- counted
  editions      INTEGER NOT NULL  -- published
) STRICT;

CREATE INDEX ranking_run_kind ON ranking_run (kind, run_id);
