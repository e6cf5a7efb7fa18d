-- The gate decides here, for all calls that an instance collected in one turn of its event loop. The functions carry a version in their
-- name: instances of two versions may run at once.

-- Decides groups of calls: each group is `group_calls[n]` calls by the key with `key_hashes[n]`, or for the account
-- `group_accounts[n]`, which holds a live key. Looks (`group_looks[n]`) have an allowance of their own and count nothing.
--
-- `limits` holds calls a second, burst and calls a day of the tiers free, partner and enterprise, then calls a second and burst of looks.
-- `wall_us` and `steady_us` are NULL for the clock of the database; tests give their own.
--
-- One row for each group whose caller is known: of its calls the first `admitted` pass, and the others are refused by `refused_by`.
-- Rows are locked in the order of accounts, so that batches never lock each other out.
CREATE FUNCTION gate_decide_1(
  key_hashes bytea[],
  group_accounts bigint[],
  group_calls integer[],
  group_looks boolean[],
  limits double precision[],
  wall_us bigint,
  steady_us bigint
) RETURNS TABLE (
  group_no integer,
  account_id bigint,
  user_key text,
  burst_per_second double precision,
  burst bigint,
  daily_quota bigint,
  day integer,
  used_before bigint,
  admitted integer,
  refused_by text,
  retry_after_ms integer,
  now_ms bigint
) LANGUAGE plpgsql SET lock_timeout = '900ms' SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  caller record;
  counter meter%ROWTYPE;
  locked_id bigint := -1;
  clock_us bigint;
  now_us bigint;
  today integer;
  step_us bigint;
  room_us bigint;
  full_us bigint;
  by_burst bigint;
  by_day bigint;
BEGIN
  FOR caller IN
    SELECT g.no::integer AS no, g.calls, g.is_look, a.account_id AS id,
      CASE WHEN a.add_on_enrolled THEN a.user_key END AS user_key,
      COALESCE(a.burst_per_second, limits[t.at]) AS burst_per_second,
      COALESCE(a.burst, limits[t.at + 1]::bigint) AS burst,
      COALESCE(a.daily_quota, limits[t.at + 2]::bigint) AS daily_quota
    FROM unnest(key_hashes, group_accounts, group_calls, group_looks)
      WITH ORDINALITY AS g (hash, account, calls, is_look, no)
    LEFT JOIN api_key h ON h.hash = g.hash AND h.revoked_at_ms IS NULL
    LEFT JOIN api_key k ON k.account_id = g.account AND k.revoked_at_ms IS NULL
    JOIN account a ON a.account_id = COALESCE(h.account_id, k.account_id) AND NOT a.suspended
    CROSS JOIN LATERAL (
      SELECT CASE a.tier WHEN 'free' THEN 1 WHEN 'partner' THEN 4 WHEN 'enterprise' THEN 7 END AS at
    ) t
    ORDER BY a.account_id, g.no
  LOOP
    IF caller.id <> locked_id THEN
      SELECT * INTO counter FROM meter m WHERE m.account_id = caller.id FOR UPDATE;
      -- The account was closed a moment ago.
      CONTINUE WHEN NOT FOUND;
      locked_id := caller.id;
    END IF;
    -- Behind the lock: waiting for it must not make the clock stale.
    clock_us := COALESCE(wall_us, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);
    now_us := COALESCE(steady_us, clock_us);
    today := (clock_us + 32400000000) / 86400000000;
    -- The day never goes back when the clock does.
    IF today > counter.day THEN
      IF counter.used > 0 THEN
        INSERT INTO usage_total AS total (account_id, day, calls)
        VALUES (caller.id, counter.day, counter.used)
        ON CONFLICT DO NOTHING;
      END IF;
      counter.day := today;
      counter.used := 0;
    END IF;

    -- The generic cell rate algorithm, for all calls of the group at once. The upper bound of full_us bites when limits were
    -- raised or the clock was set back: nobody waits longer than one whole burst.
    step_us := ceil(1000000 / CASE WHEN caller.is_look THEN limits[10] ELSE caller.burst_per_second END);
    room_us := least(
      step_us * CASE WHEN caller.is_look THEN limits[11] ELSE caller.burst::double precision END, 1e15);
    full_us := least(
      greatest(CASE WHEN caller.is_look THEN counter.look_full_at_us ELSE counter.full_at_us END, now_us),
      now_us + room_us);
    by_burst := greatest(0, (room_us - (full_us - now_us)) / step_us);
    by_day := CASE WHEN caller.is_look THEN by_burst + 1 ELSE greatest(0, caller.daily_quota - counter.used) END;

    group_no := caller.no;
    account_id := caller.id;
    user_key := caller.user_key;
    burst_per_second := caller.burst_per_second;
    burst := caller.burst;
    daily_quota := caller.daily_quota;
    day := counter.day;
    used_before := counter.used;
    admitted := least(by_burst, by_day, caller.calls);
    -- The burst is looked at first.
    refused_by := CASE WHEN by_burst <= by_day THEN 'burst' ELSE 'daily' END;
    full_us := full_us + admitted * step_us;
    retry_after_ms := greatest(1, ceil((full_us - now_us - room_us + step_us) / 1000.0));
    now_ms := clock_us / 1000;

    IF caller.is_look THEN
      counter.look_full_at_us := full_us;
    ELSIF admitted > 0 THEN
      counter.full_at_us := full_us;
      counter.used := counter.used + admitted;
    END IF;
    UPDATE meter m
    SET day = counter.day, used = counter.used, full_at_us = counter.full_at_us,
      look_full_at_us = counter.look_full_at_us
    WHERE m.account_id = caller.id
      AND (m.day, m.used, m.full_at_us, m.look_full_at_us) IS DISTINCT FROM
        (counter.day, counter.used, counter.full_at_us, counter.look_full_at_us);
    RETURN NEXT;
  END LOOP;
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
