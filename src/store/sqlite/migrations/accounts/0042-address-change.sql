-- New addresses that owners of accounts have asked for and not confirmed yet. Of the token only a hash is kept.
CREATE TABLE address_change (
  token_hash    BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id    INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  email         TEXT NOT NULL CHECK (email = lower(email)),
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX address_change_account ON address_change (account_id);
