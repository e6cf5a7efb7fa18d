import assert from 'node:assert/strict';
import type { AuditEntry, AuditFilter, AuditLog } from '../../src/accounts/audit-log.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { stateTests } from '../store/sql/both-databases.ts';
import { fc } from '../support/properties.ts';

stateTests('the audit log', (test) => {
  test('nobody changes or shortens the log', async ({ auditLog, database }) => {
    await auditLog.record(1, 'item.decided', 'item:1');
    for (const statement of [`UPDATE audit SET actor = 'x'`, 'DELETE FROM audit'])
      await assert.rejects(database.query(statement), /append-only/);
  });

  test('names are told once each, in their order', async ({ auditLog, database }) => {
    assert.deepEqual(await auditLog.listNames('actor'), []);
    for (const [actor, action] of [
      ['system', 'b'],
      ['portal', 'a'],
      ['system', 'a'],
      ['account:1', 'c'],
    ] as const)
      await write(database, { atMs: 0, actor, action, target: 'search' });
    assert.deepEqual(await auditLog.listNames('actor'), ['account:1', 'portal', 'system']);
    assert.deepEqual(await auditLog.listNames('action'), ['a', 'b', 'c']);
  });

  test('pages of any size hold every line that fits the filter once, newest first', async (world) => {
    const { auditLog, database } = world;
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
    for (const line of lines) await write(database, line);
    const all = await auditLog.list({}, 1000);
    assert.equal(all.length, lines.length);
    const ordered = [...all].sort((a, b) => b.atMs - a.atMs || b.auditId - a.auditId);
    assert.deepEqual(all, ordered);
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
        const expected = ordered.filter((line) => fits(line, filter));
        assert.deepEqual(await readAll(auditLog, filter, size), expected);
      }),
    );
  });
});

function write(database: SqlDatabase, line: Omit<AuditEntry, 'auditId' | 'detail'>): Promise<unknown> {
  return database.query(
    `INSERT INTO audit (at_ms, actor, action, target, detail) VALUES ($1, $2, $3, $4, '{}')`,
    [line.atMs, line.actor, line.action, line.target],
  );
}

async function readAll(auditLog: AuditLog, filter: AuditFilter, size: number): Promise<AuditEntry[]> {
  const lines: AuditEntry[] = [];
  for (;;) {
    const page = await auditLog.list({ ...filter, olderThanId: lines.at(-1)?.auditId }, size);
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
