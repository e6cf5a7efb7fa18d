-- Accounts, their keys, their usage, and the audit log.

-- AUTOINCREMENT: the number of a closed account is never given to another one.
CREATE TABLE account (
  account_id       INTEGER PRIMARY KEY AUTOINCREMENT,
  email            TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
  name             TEXT NOT NULL,
  tier             TEXT NOT NULL CHECK (tier IN ('free', 'partner', 'enterprise')),
  role             TEXT NOT NULL CHECK (role IN ('developer', 'operator')),
  user_key         TEXT NOT NULL UNIQUE,
  add_on_enrolled  INTEGER NOT NULL DEFAULT 0 CHECK (add_on_enrolled IN (0, 1)),
  suspended        INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
  -- Own limits; NULL follows the tier.
  burst_per_second REAL CHECK (burst_per_second > 0),
  burst            INTEGER CHECK (burst >= 1),
  daily_quota      INTEGER CHECK (daily_quota >= 0),
  created_at_ms    INTEGER NOT NULL
) STRICT;

CREATE TABLE api_key (
  key_id        INTEGER PRIMARY KEY,
  hash          BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  account_id    INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  first4        TEXT NOT NULL,
  last4         TEXT NOT NULL,
  issued_at_ms  INTEGER NOT NULL,
  revoked_at_ms INTEGER
) STRICT;

CREATE INDEX api_key_account ON api_key (account_id);
CREATE UNIQUE INDEX api_key_one_live ON api_key (account_id) WHERE revoked_at_ms IS NULL;

-- Hashes of keys whose account is closed, with nothing that leads back to it: their values stay spent.
CREATE TABLE spent_key (
  hash BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TRIGGER api_key_deleted AFTER DELETE ON api_key BEGIN
  INSERT INTO spent_key (hash) VALUES (OLD.hash);
END;

CREATE TRIGGER api_key_spent BEFORE INSERT ON api_key
WHEN EXISTS (SELECT 1 FROM spent_key WHERE hash = NEW.hash) BEGIN
  SELECT RAISE(ABORT, 'this key was issued before');
END;

-- Calls by KST day number. The day's quota is the sum over an account's rows of the day.
CREATE TABLE usage_day (
  account_id   INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  day          INTEGER NOT NULL,
  endpoint     TEXT NOT NULL,
  status_class INTEGER NOT NULL CHECK (status_class BETWEEN 2 AND 5),
  calls        INTEGER NOT NULL,
  PRIMARY KEY (account_id, day, endpoint, status_class)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_day_day ON usage_day (day);

CREATE TABLE add_on_click (
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  day        INTEGER NOT NULL,
  item_id    INTEGER NOT NULL,
  clicks     INTEGER NOT NULL,
  PRIMARY KEY (account_id, day, item_id)
) STRICT, WITHOUT ROWID;

-- Who did what to whom. Holds numbers and settings, never personal data, because nothing in it can be deleted.
CREATE TABLE audit (
  audit_id INTEGER PRIMARY KEY,
  at_ms    INTEGER NOT NULL,
  actor    TEXT NOT NULL,
  action   TEXT NOT NULL,
  target   TEXT NOT NULL,
  detail   TEXT NOT NULL -- JSON object
) STRICT;

CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
