-- What operators decided about blocked terms, and why. Apart from the audit log, which holds no words and never loses a line.
CREATE TABLE term_decision (
  decision_no   bigint PRIMARY KEY,
  decided_at_ms bigint NOT NULL,
  actor         text NOT NULL,
  term          text NOT NULL,
  action        text NOT NULL CHECK (action IN ('blocked', 'allowed')),
  reason        text NOT NULL
);
