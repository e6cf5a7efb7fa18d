-- The gate on PostgreSQL: a meter for each account, and the function that decides and counts calls (src/store/postgres/accounts).
-- A release that changes a function renames it, because instances of two releases may run at once during an upgrade.

-- Most calls update only a row of this table. Rows are narrow, and half of each page is free for new versions of rows.
CREATE TABLE meter (
  account_id bigint PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  day integer NOT NULL DEFAULT 0, used bigint NOT NULL DEFAULT 0, -- the day of the last call, and its calls
  full_at_us bigint NOT NULL DEFAULT 0 -- when the allowance of the burst is full again
) WITH (fillfactor = 50);

CREATE FUNCTION add_meter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO meter (account_id) VALUES (NEW.account_id);
  RETURN NULL;
END $$;

CREATE TRIGGER account_meter AFTER INSERT ON account FOR EACH ROW EXECUTE FUNCTION add_meter();

-- The calls of each account and day, today included.
CREATE VIEW call_total AS
SELECT account_id, day, calls FROM usage_total
UNION ALL
SELECT account_id, day, used FROM meter WHERE used > 0;

-- Decides groups of calls: `key_calls[n]` calls with the key of hash `key_hashes[n]`; 0 calls only read the account's state.
-- src/gate/decide.ts has the same rule, and test/store/postgres/accounts/gate-rule.test.ts compares the two. `tier_*` are the
-- limits of each tier: microseconds per call (rounded up), burst, calls a day. `wall_us` and `steady_us` replace the database's
-- clock in tests. Returns the groups with an active key as JSON, because one column costs the client less than many.
--
-- A meter that another batch has locked is skipped, so that a busy account delays only its own calls: its group gets no decision.
-- One statement with few expressions decides all groups, because preparing an expression costs more than a row.
CREATE FUNCTION gate_decide(
  key_hashes bytea[], key_calls integer[], tiers text[], tier_step_us bigint[], tier_burst bigint[], tier_quota bigint[],
  wall_us bigint, steady_us bigint
) RETURNS json LANGUAGE plpgsql
-- Fixes a plan that suits few groups and large tables, whatever the first calls look like.
SET lock_timeout = '200ms' SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  clock_us bigint := COALESCE(wall_us, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);
  now_us bigint := COALESCE(steady_us, clock_us);
  today integer := (clock_us + 32400000000) / 86400000000;
  decisions json;
  is_day_over boolean;
BEGIN
  WITH live AS (
    SELECT g.no, g.calls,
      a.account_id, a.tier, a.burst_per_second, a.burst, a.daily_quota,
      CASE WHEN a.add_on_enrolled THEN a.user_key END AS user_key,
      COALESCE(ceil(1000000 / a.burst_per_second)::bigint, tier_step_us[t.at]) AS step_us,
      COALESCE(a.burst, tier_burst[t.at]) AS burst_max,
      COALESCE(a.daily_quota, tier_quota[t.at]) AS day_max
    FROM unnest(key_hashes, key_calls) WITH ORDINALITY AS g (hash, calls, no)
    JOIN api_key k ON k.hash = g.hash
    JOIN account a ON a.account_id = k.account_id
    CROSS JOIN LATERAL (SELECT array_position(tiers, a.tier) AS at) t
    WHERE k.revoked_at_ms IS NULL
      AND NOT a.suspended
  ), locked AS (
    SELECT l.*, m.day, m.used, m.full_at_us
    FROM live l
    JOIN meter m ON m.account_id = l.account_id
    FOR UPDATE OF m SKIP LOCKED
  ), decided AS (
    SELECT *, greatest(0, least(calls, (room_us - debt_us) / step_us, day_max - used_before)) AS admitted
    FROM (
      -- The generic cell rate algorithm: the microseconds until the burst is full again. The maximum, a whole burst, matters
      -- after limits were raised or the clock was set back.
      SELECT *, least(greatest(full_at_us - now_us, 0), room_us) AS debt_us
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
      full_at_us = CASE WHEN d.admitted > 0 THEN now_us + d.debt_us + d.admitted * d.step_us ELSE m.full_at_us END
    FROM decided d
    WHERE m.account_id = d.account_id
      -- A refused call begins a new day as well, because the clock may be set back before a call passes.
      AND (d.admitted > 0 OR d.day < today)
  )
  SELECT json_agg(answer), bool_or(answer."lastDay" < today)
  INTO decisions, is_day_over
  FROM (
    SELECT l.no AS "group", d.account_id AS "accountId", d.user_key AS "addOnUserKey", d.tier,
      d.burst_per_second AS "burstPerSecond", d.burst, d.daily_quota AS "dailyQuota", greatest(d.day, today) AS day,
      used_before AS "usedBefore", d.day AS "lastDay", used AS "lastUsed", admitted, debt_us AS "debtUs", clock_us AS "nowUs"
    FROM live l
    LEFT JOIN decided d ON d.no = l.no
    OFFSET 0
  ) AS answer;
  -- The first call of a day stores the count of the day before.
  IF is_day_over THEN
    INSERT INTO usage_total (account_id, day, calls)
    SELECT (d ->> 'accountId')::bigint, (d ->> 'lastDay')::integer, (d ->> 'lastUsed')::bigint
    FROM json_array_elements(decisions) d
    WHERE (d ->> 'lastDay')::integer < today
      AND (d ->> 'lastUsed')::bigint > 0;
  END IF;
  RETURN decisions;
END $$;
