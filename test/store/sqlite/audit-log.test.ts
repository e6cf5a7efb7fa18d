import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSqliteAuditLog } from '../../../src/store/sqlite/audit-log.ts';
import { auditLogContract } from '../../contracts/audit-log-contract.ts';
import { accountsFile } from './accounts-file.ts';

auditLogContract('SQLite', (t) => {
  const file = accountsFile(t);
  const insert = file
    .connect()
    .prepare('INSERT INTO audit (at_ms, actor, action, target, detail) VALUES (?, ?, ?, ?, ?)');
  return {
    auditLog: createSqliteAuditLog(file.connect()),
    write: ({ atMs, actor, action, target, detail }) => {
      insert.run(atMs, actor, action, target, detail);
    },
  };
});

test('a page of a long log is read by an index, whatever it is filtered by, and sorts nothing', (t) => {
  const db = accountsFile(t).connect();
  const conditions = [
    '',
    'actor = 1 AND',
    'action = 1 AND',
    'target = 1 AND',
    'actor = 1 AND target = 1 AND',
  ];
  for (const condition of conditions) {
    const plan = db
      .prepare(`EXPLAIN QUERY PLAN SELECT * FROM audit WHERE ${condition} at_ms >= 5 AND at_ms < 9
        AND (at_ms, audit_id) < (SELECT at_ms, audit_id FROM audit WHERE audit_id = 3)
        ORDER BY at_ms DESC, audit_id DESC LIMIT 51`)
      .all()
      .map(({ detail }) => String(detail));
    assert.match(plan.join('\n'), /USING INDEX audit_/, condition);
    assert.doesNotMatch(plan.join('\n'), /TEMP B-TREE|SCAN audit$/m, condition);
  }
});
