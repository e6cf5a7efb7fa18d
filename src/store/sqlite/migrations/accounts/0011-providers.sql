-- Persons of other services who enter an account, by the service's own number for them.

CREATE TABLE provider_connection (
  provider        TEXT NOT NULL,
  subject         TEXT NOT NULL,
  account_id      INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  connected_at_ms INTEGER NOT NULL,
  PRIMARY KEY (provider, subject)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX provider_connection_account ON provider_connection (account_id, provider);

-- What is moved below must not stay behind in the file.
PRAGMA secure_delete = ON;

-- A sign-up that waits for the proof of its address has a password or such a person.
ALTER TABLE pending_sign_up RENAME TO pending_sign_up_before;
DROP INDEX pending_sign_up_email;

CREATE TABLE pending_sign_up (
  token_hash    BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  email         TEXT NOT NULL CHECK (email = lower(email)),
  name          TEXT NOT NULL,
  password_hash TEXT,
  provider      TEXT,
  subject       TEXT,
  expires_at_ms INTEGER NOT NULL,
  CHECK ((password_hash IS NULL) = (provider IS NOT NULL)),
  CHECK ((provider IS NULL) = (subject IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX pending_sign_up_email ON pending_sign_up (email, expires_at_ms);

INSERT INTO pending_sign_up (token_hash, email, name, password_hash, expires_at_ms)
SELECT token_hash, email, name, password_hash, expires_at_ms
FROM pending_sign_up_before;

DROP TABLE pending_sign_up_before;
