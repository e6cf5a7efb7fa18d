-- The gate decides here, for all calls that an instance collected in one turn of its event loop. The functions carry a
-- version in their name: instances of two versions may run at once.

-- Decides groups of calls: `key_calls[n]` calls and `key_looks[n]` looks by the key with `key_hashes[n]`. Looks have an
-- allowance of their own and count nothing.
--
-- `limits` holds us a call (rounded up), burst and calls a day of the tiers free, partner and enterprise, then us a look and
-- us of a whole burst of looks. `wall_us` and `steady_us` are NULL for the clock of the database; tests give their own.
--
-- The groups that have a live key, as JSON arrays: n, account, user key (null when not enrolled), tier, own calls a second,
-- own burst, own calls a day, day and calls before these, how many calls pass, how many looks pass, by how many us the
-- burst and that of looks were short of full before, and the clock in us. One column costs the client less than many.
--
-- Rows are locked in the order of accounts, so that batches never lock each other out. It is one statement with few
-- expressions, because preparing an expression costs more than a row does.
CREATE FUNCTION gate_decide_1(
  key_hashes bytea[],
  key_calls integer[],
  key_looks integer[],
  limits bigint[],
  wall_us bigint,
  steady_us bigint
) RETURNS json LANGUAGE plpgsql
-- A plan for few groups and large tables, kept, whatever the first calls look like.
SET lock_timeout = '900ms' SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  clock_us bigint := COALESCE(wall_us, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);
  now_us bigint := COALESCE(steady_us, clock_us);
  today integer := (clock_us + 32400000000) / 86400000000;
  decisions json;
  is_day_over boolean;
BEGIN
  WITH locked AS (
    SELECT g.no, g.calls, g.looks, m.day, m.used, m.full_at_us, m.look_full_at_us,
      a.account_id, a.tier, a.burst_per_second, a.burst, a.daily_quota,
      CASE WHEN a.add_on_enrolled THEN a.user_key END AS user_key,
      COALESCE(ceil(1000000 / a.burst_per_second)::bigint, limits[t.at]) AS step_us,
      COALESCE(a.burst, limits[t.at + 1]) AS burst_max,
      COALESCE(a.daily_quota, limits[t.at + 2]) AS day_max
    FROM unnest(key_hashes, key_calls, key_looks) WITH ORDINALITY AS g (hash, calls, looks, no)
    JOIN api_key k ON k.hash = g.hash
    JOIN account a ON a.account_id = k.account_id
    JOIN meter m ON m.account_id = k.account_id
    CROSS JOIN LATERAL (SELECT CASE a.tier WHEN 'free' THEN 1 WHEN 'partner' THEN 4 ELSE 7 END AS at) t
    WHERE k.revoked_at_ms IS NULL
      AND NOT a.suspended
    ORDER BY k.account_id
    FOR UPDATE OF m
  ), decided AS (
    SELECT *,
      greatest(0, least(calls, (room_us - debt_us) / step_us, day_max - used_before)) AS admitted,
      least(looks, (limits[11] - look_debt_us) / limits[10]) AS seen
    FROM (
      -- The generic cell rate algorithm: how far the allowance is from full, at most one whole burst. The bound bites when
      -- limits were raised or the clock was set back.
      SELECT *,
        least(greatest(full_at_us - now_us, 0), room_us) AS debt_us,
        least(greatest(look_full_at_us - now_us, 0), limits[11]) AS look_debt_us
      FROM (
        SELECT *,
          least(step_us * burst_max::double precision, 1e15)::bigint AS room_us,
          -- The day never goes back when the clock does.
          CASE WHEN day < today THEN 0 ELSE used END AS used_before
        FROM locked
        OFFSET 0
      ) AS limited
      OFFSET 0
    ) AS indebted
  ), counted AS (
    UPDATE meter m
    SET day = greatest(d.day, today),
      used = d.used_before + d.admitted,
      full_at_us = CASE WHEN d.admitted > 0 THEN now_us + d.debt_us + d.admitted * d.step_us ELSE m.full_at_us END,
      look_full_at_us =
        CASE WHEN d.seen > 0 THEN now_us + d.look_debt_us + d.seen * limits[10] ELSE m.look_full_at_us END
    FROM decided d
    WHERE m.account_id = d.account_id
      AND d.admitted + d.seen > 0
  )
  SELECT
    json_agg(json_build_array(no, account_id, user_key, tier, burst_per_second, burst, daily_quota, day, used,
      admitted, seen, debt_us, look_debt_us, clock_us)),
    bool_or(day < today)
  INTO decisions, is_day_over
  FROM decided;
  -- The first call of a day keeps what the day before came to.
  IF is_day_over THEN
    INSERT INTO usage_total (account_id, day, calls)
    SELECT (d ->> 1)::bigint, (d ->> 7)::integer, (d ->> 8)::bigint
    FROM json_array_elements(decisions) d
    WHERE (d ->> 7)::integer < today
      AND (d ->> 8)::bigint > 0
      AND (d ->> 9)::bigint + (d ->> 10)::bigint > 0;
  END IF;
  RETURN decisions;
END $$;

-- Adds counts by endpoint and outcome. A batch that this writer has sent before is left alone. Counts of closed accounts are dropped.
CREATE FUNCTION usage_add_1(
  writer_id uuid,
  batch_no bigint,
  accounts bigint[],
  days integer[],
  endpoints text[],
  status_classes smallint[],
  counts bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_writer AS w (writer, batch, wrote_at)
  VALUES (writer_id, batch_no, now())
  ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, wrote_at = excluded.wrote_at
  WHERE w.batch < excluded.batch;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO usage_day AS u (account_id, day, endpoint, status_class, calls)
  SELECT a.account_id, n.day, n.endpoint, n.status_class, n.calls
  FROM unnest(accounts, days, endpoints, status_classes, counts)
    AS n (account_id, day, endpoint, status_class, calls)
  JOIN account a ON a.account_id = n.account_id
  ORDER BY a.account_id, n.day, n.endpoint, n.status_class
  FOR KEY SHARE OF a
  ON CONFLICT (account_id, day, endpoint, status_class) DO UPDATE SET calls = u.calls + excluded.calls;
END $$;
