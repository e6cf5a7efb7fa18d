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

CREATE TABLE password_reset (
  token_hash    bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id    bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  expires_at_ms bigint NOT NULL
);

CREATE INDEX password_reset_account ON password_reset (account_id);

CREATE TABLE portal_session (
  token_hash    bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  account_id    bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  expires_at_ms bigint NOT NULL,
  started_at_ms bigint NOT NULL,
  used_at_ms    bigint NOT NULL,
  -- HMAC of the address by which the account is known to be entered.
  caller_hash   bytea,
  place         text NOT NULL,
  user_agent    text NOT NULL
);

CREATE INDEX portal_session_account ON portal_session (account_id, expires_at_ms);

-- Persons of other services who enter an account, by the service's own number for them.
CREATE TABLE provider_connection (
  provider        text NOT NULL,
  subject         text NOT NULL,
  account_id      bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  connected_at_ms bigint NOT NULL,
  PRIMARY KEY (provider, subject)
);

CREATE UNIQUE INDEX provider_connection_account ON provider_connection (account_id, provider);

-- One-time codes at sign-in. Secrets are encrypted, recovery codes hashed, with keys that are not in the database.
CREATE TABLE second_factor (
  account_id      bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  secret          bytea NOT NULL,
  confirmed_at_ms bigint, -- NULL until a first code has been right
  last_step       bigint NOT NULL DEFAULT 0 -- the time step of the last code that was accepted
);

CREATE TABLE recovery_code (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  code_hash  bytea NOT NULL CHECK (length(code_hash) = 32),
  PRIMARY KEY (account_id, code_hash)
);
