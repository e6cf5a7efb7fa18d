-- What people sign in with, what they told of their service, and what they ask of the operator. All of it goes with
-- the account. Of tokens and passwords only hashes are kept.

CREATE TABLE identity (
  account_id    INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  password_hash TEXT NOT NULL
) STRICT;

-- Sign-ups whose address is not proven yet: no account before that.
CREATE TABLE pending_sign_up (
  token_hash    BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  email         TEXT NOT NULL CHECK (email = lower(email)),
  name          TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pending_sign_up_email ON pending_sign_up (email, expires_at_ms);

CREATE TABLE password_reset (
  token_hash    BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id    INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX password_reset_account ON password_reset (account_id);

CREATE TABLE portal_session (
  token_hash    BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id    INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX portal_session_account ON portal_session (account_id, expires_at_ms);

CREATE TABLE service_information (
  account_id     INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  service_name   TEXT NOT NULL,
  service_url    TEXT NOT NULL,
  purpose        TEXT NOT NULL,
  commercial     INTEGER NOT NULL CHECK (commercial IN (0, 1)),
  accepted_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE quota_request (
  request_id    INTEGER PRIMARY KEY,
  account_id    INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  daily_quota   INTEGER NOT NULL CHECK (daily_quota >= 1),
  reason        TEXT NOT NULL,
  status        TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'approved', 'denied')),
  note          TEXT NOT NULL DEFAULT '',
  created_at_ms INTEGER NOT NULL,
  decided_at_ms INTEGER
) STRICT;

CREATE INDEX quota_request_account ON quota_request (account_id);
CREATE UNIQUE INDEX quota_request_one_waiting ON quota_request (account_id) WHERE status = 'waiting';

-- The last calls of an account, written whole: a row for each call would cost more than the call's own count.
CREATE TABLE recent_calls (
  account_id INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  calls      TEXT NOT NULL -- JSON, newest first
) STRICT;
