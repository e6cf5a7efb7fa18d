import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createAuditLog } from '../../../../src/accounts/audit-log.ts';
import { AUDIT_TABLES } from '../../../../src/base/audit-line.ts';
import { CATALOG_FILE, openDatabase } from '../../../../src/store/sqlite/database.ts';
import { createAccountsDatabase, createCatalogDatabase } from '../../../../src/store/sqlite/databases.ts';
import { accountsFile } from './accounts-file.ts';

test('a page of a long log is read by the index that fits its filter, and nothing is sorted', async (t) => {
  const { connect, path } = accountsFile(t);
  using catalogue = openDatabase(join(dirname(path), CATALOG_FILE), { busyTimeoutMs: 0 });
  const files = { audit: spied(connect()), catalogue_audit: spied(catalogue) };
  const auditLog = createAuditLog({
    accounts: createAccountsDatabase(files.audit.db),
    catalog: createCatalogDatabase(files.catalogue_audit.db),
  });
  const days = { fromMs: 5, beforeMs: 9 };
  for (const [filter, index] of [
    [{}, 'at'],
    [days, 'at'],
    [{ actor: 'portal' }, 'actor'],
    [{ action: 'key.issued', ...days }, 'action'],
    [{ actor: 'portal', action: 'key.issued' }, 'actor_action'],
    [{ target: 'account:1', ...days }, 'target'],
    [{ actor: 'portal', action: 'key.issued', target: 'account:1' }, 'target'],
  ] as const) {
    await auditLog.list({ ...filter, olderThan: { atMs: 7, auditId: '3' } }, 51);
    for (const table of AUDIT_TABLES) {
      const plan = files[table].lastPlan();
      assert.match(plan, new RegExp(`^SEARCH ${table} USING INDEX ${table}_${index} `, 'm'), plan);
      assert.doesNotMatch(plan, /TEMP B-TREE/, JSON.stringify(filter));
    }
  }
});

/** Also tells how SQLite runs the statement prepared last. */
function spied(db: DatabaseSync) {
  const prepared: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql) => {
    prepared.push(sql);
    return prepare(sql);
  };
  const lastPlan = () => {
    const steps = prepare(`EXPLAIN QUERY PLAN ${prepared.at(-1)}`).all();
    return steps.map(({ detail }) => String(detail)).join('\n');
  };
  return { db, lastPlan };
}
