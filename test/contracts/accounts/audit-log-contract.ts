import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import {
  type AuditEntry,
  type AuditFilter,
  type AuditLog,
  auditName,
} from '../../../src/accounts/audit-log.ts';
import type { AuditTrail } from '../../../src/accounts/audit-trail.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';

/** An empty log and the way to write into it. */
export interface AuditLogSetup {
  readonly auditLog: AuditLog;
  write(line: Omit<AuditEntry, 'auditId'>): void | Promise<void>;
}

const ANY: AuditFilter = { actor: null, action: null, target: null, fromMs: null, beforeMs: null };

/** What every adapter of the AuditLog port guarantees (docs/rules/accounts.md#audit-log). */
export function auditLogContract(
  adapter: string,
  setUp: (t: TestContext) => AuditLogSetup | Promise<AuditLogSetup>,
): void {
  test(`${adapter}: a line is listed as it was written`, async (t) => {
    const { auditLog, write } = await setUp(t);
    const line = { atMs: 5, actor: 'portal', action: 'key.issued', target: auditName(7), detail: '{"a":1}' };
    await write(line);
    const [listed] = await auditLog.list(ANY, null, 10);
    assert.deepEqual(listed, { ...line, auditId: listed?.auditId });
  });

  test(`${adapter}: names are told once each, in their order`, async (t) => {
    const { auditLog, write } = await setUp(t);
    assert.deepEqual(await auditLog.listNames(), { actors: [], actions: [] });
    for (const [actor, action] of [
      ['system', 'b'],
      ['portal', 'a'],
      ['system', 'a'],
      ['account:1', 'c'],
    ] as const)
      await write({ atMs: 0, actor, action, target: 'search', detail: '{}' });
    assert.deepEqual(await auditLog.listNames(), {
      actors: ['account:1', 'portal', 'system'],
      actions: ['a', 'b', 'c'],
    });
  });

  test(`${adapter}: pages of any size hold every line that fits the filter once, newest first`, async (t) => {
    const { auditLog, write } = await setUp(t);
    const actors = ['portal', 'account:1', 'account:2'];
    const actions = ['key.issued', 'account.changed'];
    const targets = ['account:1', 'account:3', 'search'];
    // Times that repeat and go back, as those of a clock that is set.
    const lines = Array.from({ length: 60 }, (_, index) => ({
      atMs: (index * 37) % 20,
      actor: actors[index % 3] ?? '',
      action: actions[index % 2] ?? '',
      target: targets[(index >> 2) % 3] ?? '',
      detail: '{}',
    }));
    for (const line of lines) await write(line);
    const all = await auditLog.list(ANY, null, 1000);
    assert.equal(all.length, lines.length);
    const ordered = [...all].sort((a, b) => b.atMs - a.atMs || b.auditId - a.auditId);
    assert.deepEqual(all, ordered);
    const orNull = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values));
    const filters = fc.record({
      actor: orNull([...actors, 'nobody']),
      action: orNull(actions),
      target: orNull(targets),
      fromMs: orNull([0, 3, 10, 25]),
      beforeMs: orNull([0, 7, 15, 30]),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 70 }), async (filter, size) => {
        const paged = await readAll(auditLog, filter, size);
        assert.deepEqual(
          paged,
          ordered.filter((line) => fits(line, filter)),
        );
      }),
    );
  });
}

/** A trail that writes into a log, which is empty. */
export interface AuditTrailSetup {
  readonly auditTrail: AuditTrail;
  readonly auditLog: AuditLog;
  readonly clock: FixedClock;
}

/** What every adapter of the AuditTrail port guarantees (docs/rules/accounts.md#audit-log). */
export function auditTrailContract(
  adapter: string,
  setUp: (t: TestContext) => AuditTrailSetup | Promise<AuditTrailSetup>,
): void {
  test(`${adapter}: what an operator does is a line of the log, with the operator's number`, async (t) => {
    const { auditTrail, auditLog, clock } = await setUp(t);
    await auditTrail.record(7, 'item.decided', 'item:1001', { withheld: true });
    const line = { atMs: clock.nowMs(), actor: auditName(7), action: 'item.decided', target: 'item:1001' };
    clock.advance(1);
    await auditTrail.record(8, 'rankings.requested', 'rankings');
    const [second, first, ...rest] = await auditLog.list(ANY, null, 10);
    assert.deepEqual(first, { ...line, auditId: first?.auditId, detail: '{"withheld":true}' });
    assert.deepEqual([second?.actor, second?.atMs, second?.detail], [auditName(8), clock.nowMs(), '{}']);
    assert.deepEqual(rest, []);
  });
}

async function readAll(auditLog: AuditLog, filter: AuditFilter, size: number): Promise<AuditEntry[]> {
  const lines: AuditEntry[] = [];
  for (;;) {
    const page = await auditLog.list(filter, lines.at(-1)?.auditId ?? null, size);
    lines.push(...page);
    if (page.length < size) return lines;
  }
}

function fits(line: AuditEntry, { actor, action, target, fromMs, beforeMs }: AuditFilter): boolean {
  return (
    (actor === null || line.actor === actor) &&
    (action === null || line.action === action) &&
    (target === null || line.target === target) &&
    (fromMs === null || line.atMs >= fromMs) &&
    (beforeMs === null || line.atMs < beforeMs)
  );
}
