-- New addresses that owners of accounts have asked for and not confirmed yet. Of the token only a hash is kept.
CREATE TABLE address_change (
  token_hash    bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id    bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  email         text COLLATE "C" NOT NULL CHECK (email = lower(email)),
  expires_at_ms bigint NOT NULL
);

CREATE INDEX address_change_account ON address_change (account_id);
