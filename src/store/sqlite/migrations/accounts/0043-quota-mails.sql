-- Mails about the daily quota: whether an account wants them, and the KST days of the last ones. Without a row it does.
CREATE TABLE quota_mail (
  account_id INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  wanted     INTEGER NOT NULL DEFAULT 1 CHECK (wanted IN (0, 1)),
  day_80     INTEGER NOT NULL DEFAULT 0,
  day_100    INTEGER NOT NULL DEFAULT 0
) STRICT;
