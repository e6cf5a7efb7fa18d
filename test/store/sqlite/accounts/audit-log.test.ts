import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAuditLog } from '../../../../src/accounts/audit-log.ts';
import { createSqliteSql } from '../../../../src/store/sqlite/sql-driver.ts';
import { accountsFile } from './accounts-file.ts';

test('a page of a long log is read by the index that fits its filter, and nothing is sorted', async (t) => {
  const { connect, clock } = accountsFile(t);
  const db = connect();
  const prepared: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql) => {
    prepared.push(sql);
    return prepare(sql);
  };
  const auditLog = createAuditLog({ database: createSqliteSql(db), clock });
  const days = { fromMs: 5, beforeMs: 9 };
  for (const [filter, index] of [
    [{}, 'audit_at'],
    [days, 'audit_at'],
    [{ actor: 'portal' }, 'audit_actor'],
    [{ action: 'key.issued', ...days }, 'audit_action'],
    [{ actor: 'portal', action: 'key.issued' }, 'audit_actor_action'],
    [{ target: 'account:1', ...days }, 'audit_target'],
    [{ actor: 'portal', action: 'key.issued', target: 'account:1' }, 'audit_target'],
  ] as const) {
    await auditLog.list({ ...filter, olderThanId: 3 }, 51);
    const steps = prepare(`EXPLAIN QUERY PLAN ${prepared.at(-1)}`).all();
    const plan = steps.map(({ detail }) => String(detail)).join('\n');
    assert.match(plan, new RegExp(`^SEARCH audit USING INDEX ${index} `, 'm'), JSON.stringify(filter));
    assert.doesNotMatch(plan, /TEMP B-TREE/, JSON.stringify(filter));
  }
});
