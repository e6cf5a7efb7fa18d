-- Calls refused with 429, which the gate doesn't count, by KST day number.
CREATE TABLE refused_call (
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  day        INTEGER NOT NULL,
  endpoint   TEXT NOT NULL,
  calls      INTEGER NOT NULL,
  PRIMARY KEY (account_id, day, endpoint)
) STRICT, WITHOUT ROWID;

CREATE INDEX refused_call_day ON refused_call (day);

-- Answered calls of a day by how long they took, in steps of src/gate/answer-times.ts.
CREATE TABLE call_time (
  account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
  day        INTEGER NOT NULL,
  step       INTEGER NOT NULL,
  calls      INTEGER NOT NULL,
  PRIMARY KEY (account_id, day, step)
) STRICT, WITHOUT ROWID;

CREATE INDEX call_time_day ON call_time (day);
