import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPostgresRunRequests } from '../../../../src/store/postgres/rankings/run-requests.ts';
import { runRequestsContract } from '../../../contracts/rankings/run-requests-contract.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';

postgresSuite('requests for ranking runs in PostgreSQL', () => {
  runRequestsContract('PostgreSQL', async (t) =>
    createPostgresRunRequests((await postgresDatabase(t)).open()),
  );

  test('PostgreSQL: of instances that take a request at once, one gets it', async (t) => {
    const { open } = await postgresDatabase(t);
    const instances = Array.from({ length: 3 }, () => createPostgresRunRequests(open()));
    for (let round = 0; round < 20; round++) {
      await instances[round % 3]?.request('tally');
      const taken = await Promise.all(instances.map((one) => one.takeRequested()));
      assert.equal(taken.filter((kind) => kind === 'tally').length, 1);
    }
  });
});
