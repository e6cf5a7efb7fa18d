-- The namesake of 0052-decision-log.sql in the replica.
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
