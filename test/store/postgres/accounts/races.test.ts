import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';
import { accountRaces } from './account-races.ts';

const INSTANCES = 3;
const RACES = 20;
const LANES = 4;

postgresSuite('races of instances in PostgreSQL', () => {
  test('PostgreSQL: every invariant of accounts holds, whoever wants the same at once', async (t) => {
    const { open } = await postgresDatabase(t);
    const pools = Array.from({ length: INSTANCES }, () => open());
    for (const { invariant, isAlone, run } of accountRaces(pools, open())) {
      const lanes = isAlone ? 1 : LANES;
      for (let race = 0; race < RACES; race += lanes) {
        const held = await Promise.all(Array.from({ length: lanes }, run));
        assert.ok(
          held.every((one) => one),
          invariant,
        );
      }
    }
  });
});
