-- What people sign in with. All of it goes with the account. Of tokens and passwords only hashes are kept.

CREATE TABLE identity (
  account_id    bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  password_hash text NOT NULL
);

-- Sign-ups whose address is not proven yet: no account before that.
CREATE TABLE pending_sign_up (
  token_hash    bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  email         text COLLATE "C" NOT NULL CHECK (email = lower(email)),
  name          text NOT NULL,
  provider      text,
  subject       text,
  -- HMAC of a secret of the browser that came from the provider.
  browser_hash  bytea CHECK (length(browser_hash) = 32),
  expires_at_ms bigint NOT NULL,
  CHECK ((provider IS NULL) = (subject IS NULL)),
  CHECK ((provider IS NULL) = (browser_hash IS NULL))
);

CREATE INDEX pending_sign_up_email ON pending_sign_up (email, expires_at_ms);
