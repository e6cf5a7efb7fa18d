-- What each process has answered in each minute of the last hour, for the overview of the console. Each writes its own rows.
CREATE TABLE call_minute (
  minute_ms INTEGER NOT NULL,
  instance  TEXT NOT NULL,
  fine      INTEGER NOT NULL,
  limited   INTEGER NOT NULL,
  refused   INTEGER NOT NULL,
  failed    INTEGER NOT NULL,
  PRIMARY KEY (minute_ms, instance)
) STRICT, WITHOUT ROWID;
