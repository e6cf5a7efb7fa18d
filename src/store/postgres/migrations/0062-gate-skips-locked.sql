-- Compatible from 0057.
-- One account whose row somebody holds no longer fails the calls of others (src/store/postgres/accounts/gate-batches.ts). Both
-- functions are gate_decide_2 (0061-gate-names.sql) but for how they lock:
--
-- gate_decide_3 waits for less, so that there is time for the other one. While it waits it holds the rows of accounts before.
-- gate_decide_free_3 waits for nobody and leaves locked accounts out. The first call of a day refers to the account's row too.
DO $$
DECLARE
  waiting text := replace(pg_get_functiondef('gate_decide_2'::regproc), 'gate_decide_2', 'gate_decide_3');
BEGIN
  EXECUTE replace(waiting, '900ms', '200ms');
  EXECUTE replace(
    replace(waiting, 'gate_decide_3', 'gate_decide_free_3'),
    'FOR UPDATE OF m',
    'FOR UPDATE OF m SKIP LOCKED FOR KEY SHARE OF a SKIP LOCKED'
  );
END $$;
