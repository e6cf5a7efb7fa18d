-- Mails about the daily quota: whether an account wants them, and the KST days of the last ones. Without a row it does.
CREATE TABLE quota_mail (
  account_id bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  wanted     boolean NOT NULL DEFAULT true,
  day_80     integer NOT NULL DEFAULT 0,
  day_100    integer NOT NULL DEFAULT 0
);
