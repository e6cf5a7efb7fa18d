import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hashKey } from '../../../../src/accounts/api-key.ts';
import { createGateBatches } from '../../../../src/store/postgres/accounts/gate-batches.ts';
import type { Database } from '../../../../src/store/postgres/database.ts';
import { newKey } from '../../../contracts/state-world.ts';
import { eventually } from '../../../support/eventually.ts';
import { postgresSuite } from '../../../support/postgres-database.ts';
import { PEPPER } from '../../sqlite/accounts/accounts-file.ts';
import { accountsDatabase } from './accounts-database.ts';

const FAR_MS = 600_000;

postgresSuite('batches of calls', () => {
  test('calls that come while a batch is on its way go together in the next one', async (t) => {
    const { statements, firstSent, release, decide, keys } = await batchesBehindTheFirst(t, {
      patienceMs: FAR_MS,
    });
    const decisions = [decide(keys[0])];
    await firstSent;
    for (let turn = 0; turn < 10; turn++) {
      await nextTurn();
      decisions.push(decide(turn % 2 === 0 ? keys[0] : keys[1]));
    }
    assert.deepEqual(statements, [[1]]);
    release();
    assert.ok((await Promise.all(decisions)).every((decision) => decision !== null));
    assert.deepEqual(statements, [[1], [5, 5]]);
  });

  test('a batch that is late does not hold up the next one', async (t) => {
    const { statements, firstSent, release, decide, keys } = await batchesBehindTheFirst(t, {});
    const first = decide(keys[0]);
    await firstSent;
    assert.notEqual(await decide(keys[1]), null);
    assert.deepEqual(statements, [[1], [1]]);
    release();
    assert.notEqual(await first, null);
  });

  test('warming up decides nothing and leaves two connections open', async (t) => {
    const { open, clock, tierLimits } = await accountsDatabase(t);
    const database = open();
    await createGateBatches({ database, clock, tierLimits }).warmUp(20_000);
    // One connection may have answered both while the other was still on its way.
    const figures = await eventually(database.figures, ({ idle }) => idle === 2);
    assert.deepEqual(figures, { open: 2, idle: 2, waiting: 0 });
  });
});

/**
 * Batches of calls by two keys. The first one waits until `release` is called. `statements` says of each batch that was sent how many
 * calls its groups had.
 */
async function batchesBehindTheFirst(t: TestContext, options: { readonly patienceMs?: number }) {
  const { accounts, database, clock, tierLimits } = await accountsDatabase(t);
  const first = await newKey(accounts);
  const keys = [first.key, (await newKey(accounts, { email: 'other@example.com' })).key] as const;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: firstSent, resolve: sendFirst } = Promise.withResolvers<void>();
  const statements: unknown[] = [];
  const holding: Database = {
    ...database,
    async queryWithin(timeoutMs, text, values) {
      statements.push(values?.[1]);
      if (statements.length === 1) {
        sendFirst();
        await released;
      }
      return database.queryWithin(timeoutMs, text, values);
    },
  };
  const batches = createGateBatches({ database: holding, clock, tierLimits, ...options });
  const decide = (key: string) => batches.decide(Buffer.from(hashKey(PEPPER, key)), false);
  return { statements, firstSent, release, decide, keys };
}
