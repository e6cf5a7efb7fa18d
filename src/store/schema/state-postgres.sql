-- Tables and functions of accounts on PostgreSQL only: the protection of the audit log, and data that instances share.

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Rate limits of attempts, by a hash of the caller. UNLOGGED: a crash of the server resets the limits.
CREATE UNLOGGED TABLE attempt_limit (attempt_key bytea PRIMARY KEY, full_at_us bigint NOT NULL);

-- The generic cell rate algorithm for attempts: NULL if the attempt is admitted, otherwise the seconds to wait.
CREATE FUNCTION take_attempt(key bytea, burst integer, every_seconds double precision, clock_us bigint)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  now_us bigint := COALESCE(clock_us, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);
  step_us bigint := ceil(every_seconds * 1000000);
  stored_us bigint;
  full_us bigint;
  wait_us bigint;
BEGIN
  -- Locks the row, which is created first if it is missing.
  INSERT INTO attempt_limit AS known (attempt_key, full_at_us) VALUES (key, 0)
  ON CONFLICT (attempt_key) DO UPDATE SET full_at_us = known.full_at_us
  RETURNING known.full_at_us INTO stored_us;
  full_us := least(greatest(stored_us, now_us), now_us + burst * step_us);
  wait_us := full_us - now_us - (burst - 1) * step_us;
  IF wait_us > 0 THEN
    RETURN ceil(wait_us / 1000000.0);
  END IF;
  UPDATE attempt_limit SET full_at_us = full_us + step_us WHERE attempt_key = key;
  RETURN NULL;
END $$;

-- 'jobs' is the lease of the instance that runs the jobs. fence grows with each holder; work that began under an older fence
-- can't commit. /health/ready writes 'check' to test the database.
CREATE TABLE lease (name text PRIMARY KEY, fence bigint NOT NULL, held_until timestamptz NOT NULL);
INSERT INTO lease VALUES ('jobs', 0, '-infinity'), ('check', 0, '-infinity');
