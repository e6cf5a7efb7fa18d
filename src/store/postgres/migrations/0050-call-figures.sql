-- Calls refused with 429, which the gate doesn't count, by KST day number.
CREATE TABLE refused_call (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  day        integer NOT NULL,
  endpoint   text COLLATE "C" NOT NULL,
  calls      bigint NOT NULL,
  PRIMARY KEY (account_id, day, endpoint)
);

CREATE INDEX refused_call_day ON refused_call (day);

-- Answered calls of a day by how long they took, in steps of src/gate/answer-times.ts.
CREATE TABLE call_time (
  account_id bigint NOT NULL REFERENCES account ON DELETE CASCADE,
  day        integer NOT NULL,
  step       smallint NOT NULL,
  calls      bigint NOT NULL,
  PRIMARY KEY (account_id, day, step)
);

CREATE INDEX call_time_day ON call_time (day);
