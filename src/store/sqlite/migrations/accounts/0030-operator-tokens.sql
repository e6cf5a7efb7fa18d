-- Tokens with which a shop's machines bring feeds. The value is kept as the HMAC of a key is; a name may be issued again after
-- it was revoked.
CREATE TABLE operator_token (
  token_id      INTEGER PRIMARY KEY,
  name          TEXT NOT NULL,
  hash          BLOB NOT NULL UNIQUE,
  issued_at_ms  INTEGER NOT NULL,
  revoked_at_ms INTEGER
) STRICT;

CREATE UNIQUE INDEX operator_token_live ON operator_token (name) WHERE revoked_at_ms IS NULL;

-- First answers to requests with an Idempotency-Key, kept for a day.
CREATE TABLE feed_receipt (
  name           TEXT NOT NULL,
  request_key    TEXT NOT NULL,
  answered_at_ms INTEGER NOT NULL,
  status         INTEGER NOT NULL,
  body           TEXT NOT NULL,
  PRIMARY KEY (name, request_key)
) STRICT, WITHOUT ROWID;
