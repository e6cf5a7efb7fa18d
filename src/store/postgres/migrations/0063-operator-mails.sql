-- Compatible from 0057.
-- Operators who want no mail.
CREATE TABLE operator_mail_off (
  account_id bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE
);

-- When the last mail about a cause went to operators.
CREATE TABLE operator_mail (
  cause      text PRIMARY KEY,
  sent_at_ms bigint NOT NULL
);
