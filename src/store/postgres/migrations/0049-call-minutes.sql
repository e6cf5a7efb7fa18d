-- What each instance has answered in each minute of the last hour, for the overview of the console. Instances add nothing up: each
-- writes its own rows. Not logged: a crash of the server forgets an hour of a chart, and no count of any account.
CREATE UNLOGGED TABLE call_minute (
  minute_ms bigint,
  instance  uuid,
  fine      integer NOT NULL,
  limited   integer NOT NULL,
  refused   integer NOT NULL,
  failed    integer NOT NULL,
  PRIMARY KEY (minute_ms, instance)
);
