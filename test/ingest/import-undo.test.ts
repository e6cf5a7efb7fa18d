import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import type { OverrideChange } from '../../src/catalog/item-overrides.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import { createImportLog } from '../../src/ingest/import-log.ts';
import { type UndoRequest, undoImport } from '../../src/ingest/import-undo.ts';
import { message } from '../../src/messages/messages.ts';
import { buyerKeyOf } from '../../src/rankings/ledger/buyer-reference.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import { loadSecrets } from '../../src/store/private-files.ts';
import { createCatalogDatabase, openCatalogDatabase } from '../../src/store/sqlite/databases.ts';
import { sqliteWriter } from '../../src/store/sqlite/sql-statements.ts';
import { findDamagedUndoData } from '../../src/store/undo-log.ts';
import { openSearch } from '../search/runtime/search-fixture.ts';
import { request } from '../search/search-item.ts';
import { catalogAt } from '../support/feed-store.ts';
import { fc } from '../support/properties.ts';
import { book, smallShop } from '../support/small-shop.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { dumpTables, feedKit } from './feed-kit.ts';
import { assertBilingual, sale } from './sample-records.ts';

const source = { name: 'shop.jsonl', actor: 'command', bytes: null };

/** A catalogue whose imports leave entries, and what undoes them. */
function undoKit(t: Cleanup) {
  const kit = feedKit(t);
  const db = kit.connect();
  return {
    ...kit,
    db,
    overrides: createItemOverrides({ catalog: createCatalogDatabase(kit.connect()), clock: kit.clock }),
    log: createImportLog(createCatalogDatabase(db)),
    /** Imports a feed whatever it does and returns its number. */
    async take(feed: readonly object[]): Promise<number> {
      const { importId } = await kit.import(feed, { source, force: true });
      return importId ?? 0;
    },
    undo: (importId: number, options: Partial<UndoRequest> = {}) =>
      undoImport(
        { catalog: catalogAt(kit.path), clock: kit.clock },
        { importId, actor: 'account:1', force: false, dryRun: false, ...options },
      ),
    /** Item number and title of every item. */
    titles: () => kit.rows('SELECT item_id, title FROM item ORDER BY item_id').map(Object.values),
    /** Every byte of the catalogue; not the numbers by which the search notices changes. */
    catalogue: () => dumpTables(kit.path, ['category', 'author', 'item', 'item_override']),
  };
}

const records = fc.oneof(
  fc.record({
    kind: fc.constant('item'),
    itemId: fc.integer({ min: 1, max: 8 }),
    title: fc.constantFrom('하나', '둘', 'three "3"', '넷\u2028'),
    catalog: fc.constantFrom('BOOK', 'DVD'),
    categoryIds: fc.constantFrom(['a'], ['b', 'a'], ['c']),
    salePrice: fc.integer({ min: 1, max: 3 }),
    withheld: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('remove'), itemId: fc.integer({ min: 1, max: 8 }) }),
  fc.record({
    kind: fc.constant('author'),
    authorId: fc.integer({ min: 1, max: 4 }),
    author: fc.constantFrom('허균', '김만중'),
  }),
  fc.record({
    kind: fc.constant('category'),
    categoryId: fc.constantFrom('a', 'b', 'c'),
    categoryName: fc.constantFrom('소설', '시'),
    parentId: fc.constantFrom(null, 'a', 'b', 'c'),
  }),
);
const feeds = fc.array(records, { minLength: 1, maxLength: 30 });

test('import, then undo: every byte of the catalogue as before; undo the undo: as after the import', async (t) => {
  await fc.assert(
    fc.asyncProperty(feeds, feeds, async (first, second) => {
      const kit = undoKit(t);
      await kit.take(first);
      const decide = (itemId: number, change: OverrideChange) =>
        kit.overrides.decide(new Map([[itemId, change]]), { by: 'account:1' });
      await decide(3, { withheld: true });
      const corrected = { title: '고친 제목', salePrice: 2, categoryIds: ['c'], bookIntroduction: '소개' };
      await decide(4, corrected);
      const before = kit.catalogue();
      const importId = await kit.take(second);
      const after = kit.catalogue();
      const fed = (await kit.overrides.find(4))?.decision?.fed;
      if (fed !== undefined) await decide(4, { withheld: !fed.withheld });
      const undone = await kit.undo(importId);
      if (fed !== undefined) await decide(4, { withheld: undefined });
      assert.deepEqual(kit.catalogue(), before);
      if (undone.kind !== 'undone') return assert.deepEqual(after, before, 'nothing to undo');
      const { summary } = (await kit.log.find(undone.importId ?? 0)) ?? {};
      assert.deepEqual(summary, undone.summary);
      assert.equal((await kit.undo(undone.importId ?? 0)).kind, 'undone');
      assert.deepEqual(kit.catalogue(), after);
      assert.equal((await kit.undo(importId)).kind, 'undone', 'as if nobody had touched it');
      assert.deepEqual(kit.catalogue(), before);
    }),
    { numRuns: 40 },
  );
});

test('a decision made after the import stands through its undo, and so do its words in the search', async (t) => {
  const kit = undoKit(t);
  await kit.take([book(1001, '처음')]);
  const importId = await kit.take([book(1001, '나중')]);
  const { overrides } = kit;
  await overrides.decide(new Map([[1001, { title: '고침' }]]), { by: 'account:1' });
  assert.equal((await kit.undo(importId)).kind, 'undone');
  const index = await openSearch(t, kit.path);
  const finds = async (word: string) => (await index.search(request(word))).itemIds.includes(1001);
  assert.deepEqual([await finds('고침'), await finds('처음')], [true, false]);
  const item = await overrides.find(1001);
  assert.deepEqual([item?.title, item?.decision?.fed.title], ['고침', '처음']);
  await overrides.decide(new Map([[1001, { title: undefined }]]), { by: 'account:1' });
  assert.deepEqual([await finds('고침'), await finds('처음')], [false, true]);
});

test('an import whose records were changed later is undone once that is undone itself, or by force', async (t) => {
  const { take, undo, titles } = undoKit(t);
  const first = await take([book(1, '하나'), book(2, '둘')]);
  const second = await take([book(2, '둘 새 판')]);
  await take([book(3, '셋')]);
  const before = titles();
  const dry = await undo(second, { dryRun: true });
  assert.ok(dry.kind === 'undone' && dry.importId === null);
  assert.deepEqual([dry.summary.item.changed, titles()], [1, before]);
  const refused = await undo(first);
  assert.ok(refused.kind === 'conflict');
  assertBilingual(refused.reason);
  assert.match(refused.reason.en, /\b1 of its records\b/);
  assert.deepEqual(titles(), before);
  assert.equal((await undo(second)).kind, 'undone');
  assert.equal((await undo(first)).kind, 'undone');
  assert.deepEqual(titles(), [[3, '셋']]);
  const third = await take([book(3, '넷')]);
  await take([book(3, '다섯')]);
  assert.equal((await undo(third, { force: true })).kind, 'undone');
  assert.deepEqual(titles(), [[3, '셋']]);
});

test('an import that cannot be undone says why', async (t) => {
  const { take, undo, clock } = undoKit(t);
  const shop = smallShop.filter((line) => 'soldAt' in line);
  await take(shop);
  const same = await take(shop);
  const importId = await take([book(1, '하나')]);
  const undone = await undo(importId);
  assert.ok(undone.kind === 'undone');
  const old = await take([book(2, '둘')]);
  clock.advance(31 * 86_400_000);
  await take([book(3, '셋')]);
  for (const [id, reason] of [
    [999, message('undo.noImport', { importId: 999 })],
    [same, message('undo.notKept')],
    [importId, message('undo.undoneBefore', { importId, undoneBy: String(undone.importId) })],
    [old, message('undo.notKept')],
  ] as const) {
    const outcome = await undo(id);
    assert.ok(outcome.kind === 'impossible', String(id));
    assert.deepEqual(outcome.reason, reason);
    assertBilingual(outcome.reason);
  }
});

test('an import of which a part is damaged or missing is not undone, and says so; whole, it is', async (t) => {
  const { take, undo, db, titles } = undoKit(t);
  const text = 'x'.repeat(10_000);
  const shop = (title: string) =>
    Array.from({ length: 1_500 }, (_, at) => ({
      ...book(at + 1, title),
      contentDetail: { bookSummary: `${at}${text}` },
    }));
  await take(shop('하나'));
  const importId = await take(shop('둘'));
  const before = titles();
  const whole = db.prepare('SELECT * FROM undo WHERE number = ? ORDER BY part').all(importId);
  assert.ok(whole.length > 2);
  for (const damage of [
    ...[1, 2, whole.length].map((part) => `DELETE FROM undo WHERE part = ${part}`),
    'UPDATE undo SET changes = substr(changes, 1, 100) WHERE part = 2',
    'UPDATE undo SET changes = zeroblob(length(changes)) WHERE part = 2',
  ]) {
    db.exec(`${damage} AND number = ${importId}`);
    const outcome = await undo(importId, { force: true });
    assert.ok(outcome.kind === 'impossible', damage);
    assert.deepEqual(outcome.reason, message('undo.damaged'));
    assert.deepEqual(titles(), before);
    assert.deepEqual(await findDamagedUndoData(sqliteWriter(db)), [['import', importId]]);
    const put = db.prepare('INSERT OR REPLACE INTO undo VALUES (?, ?, ?, ?, ?, ?)');
    for (const part of whole) put.run(...Object.values(part));
  }
  assert.deepEqual(await findDamagedUndoData(sqliteWriter(db)), []);
  assert.equal((await undo(importId)).kind, 'undone');
  assert.deepEqual(new Set(titles().map(([, title]) => title)), new Set(['하나']));
});

test('erasing a buyer forgets what imports with order lines changed, and nothing of others', async (t) => {
  const kit = undoKit(t);
  const withLines = await kit.take([{ ...sale, itemId: 1, buyer: 'kim' }]);
  const without = await kit.take([book(1, '하나')]);
  const buyerKey = buyerKeyOf(loadSecrets(dirname(kit.path)).keyPepper);
  using catalog = openCatalogDatabase(kit.path);
  const privacy = createOrderPrivacy({ ...kit, catalog, lists: catalog, buyerKey });
  assert.equal(await privacy.eraseBuyer('kim', 'command'), 1);
  assert.equal((await kit.undo(withLines)).kind, 'impossible');
  assert.equal((await kit.undo(without)).kind, 'undone');
});
