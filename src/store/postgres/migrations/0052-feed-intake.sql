-- The file that an operator brings through the console, one at a time: its pieces may reach any instance, and any instance may
-- check or import it.

-- One row. intake_id grows with each file; none is in hand where the stage is 'idle'.
CREATE TABLE feed_intake (
  id        integer PRIMARY KEY CHECK (id = 1),
  intake_id bigint NOT NULL,
  stage     text NOT NULL,
  state     text NOT NULL, -- JSON, IntakeState
  reading   text,          -- JSON, Reading; NULL where the file is read by what it looks like
  preview   text,          -- JSON, FeedPreview; NULL where the file needs no mapping
  -- Who works on the file, when the worker was heard of last, and whether somebody wants it to stop.
  worker    uuid,
  heard_at  timestamptz,
  is_to_stop boolean NOT NULL DEFAULT false
);

INSERT INTO feed_intake (id, intake_id, stage, state) VALUES (1, 0, 'idle', '{"stage":"idle"}');

CREATE TABLE feed_intake_piece (
  intake_id bigint NOT NULL,
  position  bigint NOT NULL, -- of its first byte
  bytes     bytea NOT NULL,
  PRIMARY KEY (intake_id, position)
);
