-- Every decision of an operator about an item, with what its fields were decided to be before, so that it can be taken back.
CREATE TABLE item_decision_log (
  decision_id   INTEGER PRIMARY KEY,
  item_id       INTEGER NOT NULL,
  fields        TEXT NOT NULL, -- JSON array: those of withheld, attention and deal that it was about
  before        TEXT NOT NULL, -- JSON object: what operators had decided of these fields; one that is left out followed the feed
  reason        TEXT NOT NULL, -- in the operator's words; may be empty
  decided_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX item_decision_log_item ON item_decision_log (item_id, decision_id);
