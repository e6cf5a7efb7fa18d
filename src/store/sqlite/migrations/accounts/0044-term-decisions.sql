-- What operators decided about blocked terms, and why. Apart from the audit log, which holds no words and never loses a line.
CREATE TABLE term_decision (
  decision_no   INTEGER PRIMARY KEY,
  decided_at_ms INTEGER NOT NULL,
  actor         TEXT NOT NULL,
  term          TEXT NOT NULL,
  action        TEXT NOT NULL CHECK (action IN ('blocked', 'allowed')),
  reason        TEXT NOT NULL
) STRICT;
