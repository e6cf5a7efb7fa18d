-- Anyone may start a sign-up for any address: nothing that the initiator said enters the account any longer. Links that
-- were mailed before still prove the mailbox; whoever opens one sets the password.

PRAGMA secure_delete = ON;

ALTER TABLE pending_sign_up RENAME TO pending_sign_up_before;
DROP INDEX pending_sign_up_email;

CREATE TABLE pending_sign_up (
  token_hash    BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  email         TEXT NOT NULL CHECK (email = lower(email)),
  name          TEXT NOT NULL,
  provider      TEXT,
  subject       TEXT,
  -- HMAC of a secret of the browser that came from the provider.
  browser_hash  BLOB CHECK (length(browser_hash) = 32),
  expires_at_ms INTEGER NOT NULL,
  CHECK ((provider IS NULL) = (subject IS NULL)),
  CHECK ((provider IS NULL) = (browser_hash IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX pending_sign_up_email ON pending_sign_up (email, expires_at_ms);

INSERT INTO pending_sign_up (token_hash, email, name, expires_at_ms)
SELECT token_hash, email, '', expires_at_ms
FROM pending_sign_up_before;

DROP TABLE pending_sign_up_before;

-- What the list of sessions shows, and the caller, as an HMAC, by whom an account is known to be entered.
ALTER TABLE portal_session ADD COLUMN started_at_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE portal_session ADD COLUMN used_at_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE portal_session ADD COLUMN caller_hash BLOB;
ALTER TABLE portal_session ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE portal_session ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
