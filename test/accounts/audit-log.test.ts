import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AuditEntry,
  type AuditFilter,
  type AuditLog,
  createAuditLog,
} from '../../src/accounts/audit-log.ts';
import { AUDIT_TABLES, type AuditLine, insertAuditLine } from '../../src/base/audit-line.ts';
import { type NewDatabase, onBothDatabases } from '../store/sql/both-databases.ts';
import { fc } from '../support/properties.ts';
import type { Cleanup } from '../support/temp-dir.ts';

/** The log of an empty store, and what adds lines to one of its tables or runs another statement there. */
async function newLog(t: Cleanup, newDatabase: NewDatabase) {
  const world = await newDatabase(t);
  const databases = { audit: world.database, catalogue_audit: world.catalog };
  const inTable = (table: keyof typeof databases) => databases[table].transaction.bind(databases[table]);
  return {
    auditLog: createAuditLog({ accounts: databases.audit, catalog: databases.catalogue_audit }),
    write: (table: keyof typeof databases, line: Omit<AuditLine, 'detail'>) =>
      inTable(table)((sql) => insertAuditLine(sql, table, { ...line, detail: {} })),
    run: (table: keyof typeof databases, text: string) => inTable(table)((sql) => sql.query(text)),
  };
}

onBothDatabases('the audit log', (adapter, newDatabase) => {
  test(`${adapter}: nobody changes or shortens the log`, async (t) => {
    const { write, run } = await newLog(t, newDatabase);
    for (const table of AUDIT_TABLES) {
      await write(table, { atMs: 1, actor: 'system', action: 'a', target: 'b' });
      for (const statement of [`UPDATE ${table} SET actor = 'x'`, `DELETE FROM ${table}`])
        await assert.rejects(run(table, statement), /append-only/);
    }
  });

  test(`${adapter}: names are told once each, in their order`, async (t) => {
    const { auditLog, write } = await newLog(t, newDatabase);
    assert.deepEqual(await auditLog.listNames('actor'), []);
    for (const [table, actor, action] of [
      ['audit', 'system', 'b'],
      ['catalogue_audit', 'portal', 'a'],
      ['catalogue_audit', 'system', 'a'],
      ['audit', 'account:1', 'c'],
    ] as const)
      await write(table, { atMs: 0, actor, action, target: 'search' });
    assert.deepEqual(await auditLog.listNames('actor'), ['account:1', 'portal', 'system']);
    assert.deepEqual(await auditLog.listNames('action'), ['a', 'b', 'c']);
  });

  test(`${adapter}: pages of any size hold every line that fits the filter once, newest first`, async (t) => {
    const { auditLog, write } = await newLog(t, newDatabase);
    const actors = ['portal', 'account:1', 'account:2'];
    const actions = ['key.issued', 'account.changed'];
    const targets = ['account:1', 'account:3', 'search'];
    // Times that repeat and go back, as those of a clock that is set.
    const lines = Array.from({ length: 60 }, (_, index) => ({
      atMs: (index * 37) % 20,
      actor: actors[index % 3] ?? '',
      action: actions[index % 2] ?? '',
      target: targets[(index >> 2) % 3] ?? '',
    }));
    for (const [index, line] of lines.entries()) await write(AUDIT_TABLES[(index >> 1) % 2] ?? 'audit', line);
    const all = await auditLog.list({}, 1000);
    assert.equal(new Set(all.map(({ auditId }) => auditId)).size, lines.length);
    const numberOf = ({ auditId }: AuditEntry) => Number(auditId.replace('c', ''));
    for (const [at, line] of all.entries()) {
      const next = all[at + 1];
      if (next === undefined) continue;
      assert.ok(line.atMs >= next.atMs);
      const isOneTable = line.auditId.startsWith('c') === next.auditId.startsWith('c');
      if (line.atMs === next.atMs && isOneTable) assert.ok(numberOf(line) > numberOf(next));
    }
    const orNone = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const filters = fc.record({
      actor: orNone([...actors, 'nobody']),
      action: orNone(actions),
      target: orNone(targets),
      fromMs: orNone([0, 3, 10, 25]),
      beforeMs: orNone([0, 7, 15, 30]),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 70 }), async (filter, size) => {
        const expected = all.filter((line) => fits(line, filter));
        assert.deepEqual(await readAll(auditLog, filter, size), expected);
      }),
    );
  });
});

async function readAll(auditLog: AuditLog, filter: AuditFilter, size: number): Promise<AuditEntry[]> {
  const lines: AuditEntry[] = [];
  for (;;) {
    const page = await auditLog.list({ ...filter, olderThan: lines.at(-1) }, size);
    lines.push(...page);
    if (page.length < size) return lines;
  }
}

function fits(line: AuditEntry, { actor, action, target, fromMs, beforeMs }: AuditFilter): boolean {
  return (
    (actor === undefined || line.actor === actor) &&
    (action === undefined || line.action === action) &&
    (target === undefined || line.target === target) &&
    (fromMs === undefined || line.atMs >= fromMs) &&
    (beforeMs === undefined || line.atMs < beforeMs)
  );
}
