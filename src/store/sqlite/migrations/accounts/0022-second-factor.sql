-- One-time codes at sign-in. Secrets are encrypted, recovery codes hashed, with keys that are not in the file.

CREATE TABLE second_factor (
  account_id      INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  secret          BLOB NOT NULL,
  confirmed_at_ms INTEGER, -- NULL until a first code has been right
  last_step       INTEGER NOT NULL DEFAULT 0 -- the time step of the last code that was accepted
) STRICT;

CREATE TABLE recovery_code (
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  code_hash  BLOB NOT NULL CHECK (length(code_hash) = 32),
  PRIMARY KEY (account_id, code_hash)
) STRICT, WITHOUT ROWID;
