import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPostgresAuditLog } from '../../../../src/store/postgres/accounts/audit-log.ts';
import { createPostgresAuditTrail } from '../../../../src/store/postgres/accounts/audit-trail.ts';
import { auditLogContract, auditTrailContract } from '../../../contracts/audit-log-contract.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../../../support/postgres-database.ts';

postgresSuite('the audit log in PostgreSQL', () => {
  auditLogContract('PostgreSQL', async (t) => {
    const database = (await postgresDatabase(t)).open();
    return {
      auditLog: createPostgresAuditLog(database),
      async write({ atMs, actor, action, target, detail }) {
        await database.query(
          'INSERT INTO audit (at_ms, actor, action, target, detail) VALUES ($1, $2, $3, $4, $5)',
          [atMs, actor, action, target, detail],
        );
      },
    };
  });

  auditTrailContract('PostgreSQL', async (t) => {
    const database = (await postgresDatabase(t)).open();
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    return {
      auditTrail: createPostgresAuditTrail(database, clock),
      auditLog: createPostgresAuditLog(database),
      clock,
    };
  });

  test('PostgreSQL: nobody changes or shortens the log', async (t) => {
    const database = (await postgresDatabase(t)).open();
    await database.query(
      `INSERT INTO audit (at_ms, actor, action, target, detail) VALUES (1, 'a', 'b', 'c', '{}')`,
    );
    for (const statement of [`UPDATE audit SET actor = 'x'`, 'DELETE FROM audit', 'TRUNCATE audit']) {
      await assert.rejects(database.query(statement), /append-only/);
    }
  });
});
