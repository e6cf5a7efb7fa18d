-- Operators who want no mail.
CREATE TABLE operator_mail_off (
  account_id INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE
) STRICT;

-- When the last mail about a cause went to operators.
CREATE TABLE operator_mail (
  cause      TEXT PRIMARY KEY,
  sent_at_ms INTEGER NOT NULL
) STRICT;
