import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothDatabases } from '../store/sql/both-databases.ts';
import { accountRaces } from './account-races.ts';

const INSTANCES = 3;
const RACES = 20;
const LANES = 4;

onBothDatabases('races of instances', (adapter, newDatabase) => {
  test(`${adapter}: every invariant of accounts holds, whoever wants the same at once`, async (t) => {
    const { database, open } = await newDatabase(t);
    const instances = Array.from({ length: INSTANCES }, open);
    for (const { invariant, isAlone, run } of accountRaces(instances, database)) {
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
