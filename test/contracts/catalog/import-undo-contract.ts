import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import type { ImportUndo, UndoOutcome, UndoRequest } from '../../../src/ingest/import-undo.ts';
import { assertBilingual } from '../../ingest/sample-records.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import { book, smallShop } from '../../support/small-shop.ts';
import { type Guarantee, preparedContract } from '../guarantee.ts';

/** What undoes the imports of an empty catalogue. */
export interface ImportUndoSubject {
  readonly undoer: ImportUndo;
  readonly clock: FixedClock;
  /** Imports a feed whatever it does. The number of its entry in the import log. */
  take(feed: readonly object[]): Promise<number>;
  /** Item number and title of every item, by number. */
  titles(): Promise<readonly (readonly [itemId: number, title: string])[]>;
}

interface World extends ImportUndoSubject {
  undo(importId: number, options?: Partial<UndoRequest>): Promise<UndoOutcome>;
}

/** What every adapter of the ImportUndo port guarantees (docs/feeds.md#undo). */
export const importUndoContract = preparedContract(
  (subject: ImportUndoSubject): World => ({
    ...subject,
    undo: (importId, options = {}) =>
      subject.undoer.undo({ importId, actor: 'account:1', force: false, dryRun: false, ...options }),
  }),
  undoGuarantees,
);

function undoGuarantees(test: Guarantee<World>): void {
  test('an import that later ones changed again is not undone without force', async ({
    take,
    undo,
    titles,
  }) => {
    const first = await take([book(1, '하나'), book(2, '둘')]);
    const second = await take([book(2, '둘 새 판')]);
    await take([book(3, '셋')]);
    const before = await titles();
    const refused = await undo(first);
    assert.ok(refused.kind === 'conflict');
    assertBilingual(refused.reason);
    assert.match(refused.reason.en, /\b1 of its records\b/);
    assert.deepEqual(await titles(), before);
    assert.equal((await undo(second)).kind, 'undone');
    assert.equal((await undo(first)).kind, 'undone', 'the later one is undone itself');
    assert.deepEqual(await titles(), [[3, '셋']]);
  });

  test('force puts back what the import found, over later changes', async ({ take, undo, titles }) => {
    await take([book(1, '하나')]);
    const importId = await take([book(1, '둘')]);
    await take([book(1, '셋')]);
    assert.equal((await undo(importId, { force: true })).kind, 'undone');
    assert.deepEqual(await titles(), [[1, '하나']]);
  });

  test('a dry run reports what an undo does, and an undo can be undone', async ({ take, undo, titles }) => {
    await take([book(1, '하나'), book(2, '둘')]);
    const importId = await take([{ kind: 'remove', itemId: 1 }, book(2, '둘 새 판'), book(3, '셋')]);
    const after = await titles();
    const dry = await undo(importId, { dryRun: true });
    assert.ok(dry.kind === 'undone' && dry.importId === null);
    assert.deepEqual(await titles(), after);
    const undone = await undo(importId);
    assert.ok(undone.kind === 'undone' && undone.importId !== null);
    assert.deepEqual(undone.summary, dry.summary);
    assert.deepEqual(await titles(), [
      [1, '하나'],
      [2, '둘'],
    ]);
    assert.equal((await undo(undone.importId)).kind, 'undone');
    assert.deepEqual(await titles(), after);
  });

  test('an undo takes back order lines, cancellations and returns, and an undo of it brings them', async ({
    take,
    undo,
  }) => {
    const line = (order: number, more: object = {}) => ({
      kind: 'sale',
      orderId: `U-${order}`,
      lineNo: 1,
      itemId: 1,
      quantity: 3,
      soldAt: '2026-11-20T10:00:00+09:00',
      ...more,
    });
    const cancel = (order: number, more: object = {}) => ({
      kind: 'cancel',
      orderId: `U-${order}`,
      lineNo: 1,
      cancelledAt: '2026-11-21T09:00:00+09:00',
      ...more,
    });
    await take([book(1, '하나'), line(1), line(2)]);
    const wrong = await take([line(3), line(4), cancel(1), cancel(2, { quantity: 1 })]);
    const undone = await undo(wrong);
    assert.ok(undone.kind === 'undone' && undone.importId !== null);
    assert.deepEqual(undone.orders, { lines: 2, openMonths: ['2026-11'], closedMonths: [] });
    const again = await undo(undone.importId);
    assert.ok(again.kind === 'undone' && again.importId !== null);
    assert.equal(again.orders?.lines, 2);
    const third = await undo(again.importId);
    assert.ok(third.kind === 'undone');
    assert.equal(third.orders?.lines, 2, 'they were there again');
  });

  test('an import that cannot be undone says why', async ({ take, undo, clock }) => {
    const shop = smallShop.filter((line) => 'soldAt' in line);
    await take(shop);
    const same = await take(shop);
    const importId = await take([book(1, '하나')]);
    assert.equal((await undo(importId)).kind, 'undone');
    const old = await take([book(2, '둘')]);
    clock.advance(31 * 86_400_000);
    await take([book(3, '셋')]);
    for (const [id, reason] of [
      [999, /there is no import 999/],
      [same, /nothing of it can be put back/],
      [importId, /was undone by import/],
      [old, /nothing of it can be put back/],
    ] as const) {
      const outcome = await undo(id);
      assert.ok(outcome.kind === 'impossible', String(id));
      assert.match(outcome.reason.en, reason);
      assertBilingual(outcome.reason);
    }
  });
}

/** The titles in a catalogue file. */
export function titlesIn(db: DatabaseSync): readonly (readonly [itemId: number, title: string])[] {
  const rows = db.prepare('SELECT item_id, title FROM item ORDER BY item_id').all();
  return rows.map(({ item_id, title }) => [Number(item_id), String(title)]);
}
