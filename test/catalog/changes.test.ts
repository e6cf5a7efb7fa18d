import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { type CatalogStore, isPublic } from '../../src/catalog/catalog-store.ts';
import { salePriceOn } from '../../src/catalog/item.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import type { ChangeMark } from '../../src/catalog/revision.ts';
import { formatKstDay, kstDayOf } from '../../src/clock.ts';
import { undoImport } from '../../src/ingest/import-undo.ts';
import { runRankings } from '../../src/rankings/run/ranking-run.ts';
import { createCatalogDatabase } from '../../src/store/sqlite/databases.ts';
import { type FeedKit, feedKit } from '../ingest/feed-kit.ts';
import { PLAIN_SETTINGS } from '../rankings/ranking-world.ts';
import { catalogAt } from '../support/feed-store.ts';
import { fc } from '../support/properties.ts';
import { sessionsAt } from '../support/sessions-at.ts';
import { book, sales } from '../support/small-shop.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { catalogStoreOn } from './catalog-file.ts';

const DAY_MS = 86_400_000;
const ITEMS = 5;

/** A catalogue, all that can change it, and a client that keeps its items by following their changes. */
function openShop(t: Cleanup) {
  const kit = feedKit(t);
  const db = kit.connect();
  const overrides = createItemOverrides({ catalog: createCatalogDatabase(db), clock: kit.clock });
  const imports: (number | null)[] = [];
  const decisions: number[] = [];
  const mirror = new Map<number, unknown>();
  let after: ChangeMark | null = null;
  return {
    kit,
    overrides,
    async feed(records: readonly object[], full = false) {
      const source = { name: 'shop.jsonl', actor: 'command', bytes: null };
      const { importId } = await kit.import(records, { source, force: true, full });
      imports.push(importId);
    },
    async decide(changes: Parameters<typeof overrides.decide>[0]) {
      const decided = await overrides.decide(changes, { by: 'account:1' });
      if (decided !== null) decisions.push(decided.decisionId);
    },
    async takeBack() {
      await overrides.takeBack(decisions.pop() ?? 0, 'account:1');
    },
    async undo() {
      const importId = imports.pop() ?? 0;
      const stores = { catalog: catalogAt(kit.path), clock: kit.clock };
      await undoImport(stores, { importId, actor: 'x', force: true, dryRun: false });
    },
    /** `tally`: with sales indices; otherwise only the lists that change within a day. */
    rank: (kind: 'tally' | 'refresh') =>
      runRankings({ open: sessionsAt(dirname(kit.path)), clock: kit.clock, kind, settings: PLAIN_SETTINGS }),
    /** What changed since the last time, page by page. Each time with a reader of its own, as after a restart. */
    async follow(limit = 100) {
      const catalog = catalogStoreOn(db);
      const changed: string[] = [];
      for (let hasMore = true; hasMore; ) {
        const page = await catalog.listChanges(after, limit);
        ({ last: after, hasMore } = page);
        assert.ok(page.items.length === limit || !page.hasMore, 'a page is full or the last');
        for (const { itemId, isVisible } of page.items) {
          changed.push(`${isVisible ? '+' : '-'}${itemId}`);
          if (isVisible) mirror.set(itemId, await shownItem(catalog, itemId, kit));
          else mirror.delete(itemId);
        }
      }
      assert.equal(new Set(changed.map((one) => one.slice(1))).size, changed.length, 'each item once');
      return changed;
    },
    async assertFollowed() {
      const catalog = catalogStoreOn(db);
      for (let itemId = 1; itemId <= ITEMS; itemId++)
        assert.deepEqual(mirror.get(itemId) ?? null, await shownItem(catalog, itemId, kit), `item ${itemId}`);
    },
  };
}

/** An item as responses show it today, but for what the night counts; null if they don't. */
async function shownItem(catalog: CatalogStore, itemId: number, { clock }: FeedKit) {
  const [item] = await catalog.findItems([itemId]);
  return isPublic(item)
    ? { ...item, salePoint: null, salePrice: salePriceOn(item, kstDayOf(clock.nowMs())) }
    : null;
}

const itemId = fc.integer({ min: 1, max: ITEMS });
const day = fc
  .integer({ min: 0, max: 12 })
  .map((days) => formatKstDay(kstDayOf(Date.UTC(2026, 10, 18)) + days));
const deal = fc.tuple(day, day).map((days) => {
  const [from, until] = days.toSorted();
  return { salePrice: 5, from, until };
});
const item = fc
  .record({
    itemId,
    title: fc.constantFrom('하나', '둘'),
    cover: fc.constantFrom(null, 'https://img.example/1.jpg'),
    salePrice: fc.constantFrom(9, 10),
    deal: fc.option(deal),
    withheld: fc.boolean(),
  })
  .map(({ itemId, title, ...more }) => book(itemId, title, { shopPrice: 10, ...more }));
const patch = fc.record({ kind: fc.constant('patch'), itemId, deal });
const removal = fc.record({ kind: fc.constant('remove'), itemId });
const decision = fc.oneof(
  fc.record({ withheld: fc.boolean() }),
  fc.record({ title: fc.constantFrom('고침', '하나') }),
  fc.constant({ withheld: undefined, title: undefined }),
);
const steps = fc.oneof(
  fc.record({
    feed: fc.array(fc.oneof(item, patch, removal), { minLength: 1, maxLength: 6 }),
    full: fc.boolean(),
  }),
  fc.record({ decide: fc.dictionary(itemId.map(String), decision, { minKeys: 1, maxKeys: 3 }) }),
  fc.constantFrom('takeBack', 'undo', 'rank'),
  fc.record({ days: fc.integer({ min: -2, max: 4 }) }),
);
/** How many changes the client reads at once after a step; 0 = it doesn't follow now. */
const limits = fc.integer({ min: 0, max: 3 });

test('a client that follows the changes keeps what the catalogue shows, whatever changes it', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(steps, limits), { minLength: 1, maxLength: 15 }), async (history) => {
      const shop = openShop(t);
      await shop.follow();
      for (const [step, limit] of history) {
        if (step === 'rank') await shop.rank('tally');
        else if (typeof step === 'string') await shop[step]();
        else if ('feed' in step) await shop.feed(step.feed, step.full);
        else if ('decide' in step)
          await shop.decide(new Map(Object.entries(step.decide).map(([id, change]) => [Number(id), change])));
        else {
          shop.kit.clock.setWall(shop.kit.clock.nowMs() + step.days * DAY_MS);
          // The first step of a day, and of a server that was down.
          await shop.rank('refresh');
        }
        if (limit > 0) await shop.follow(limit);
      }
      await shop.follow(2);
      await shop.assertFollowed();
      assert.deepEqual(await shop.follow(), []);
    }),
    { numRuns: 60, seed: 20_261_121 },
  );
});

test('a change is what feeds and operators say, not what the night counts', async (t) => {
  const shop = openShop(t);
  const books = [book(1, '하나'), book(2, '둘'), book(3, '셋', { withheld: true })];
  await shop.follow();
  await shop.feed([...books, ...sales('2026-11-20', 2, ['F34'])]);
  assert.deepEqual(await shop.follow(), ['+1', '+2', '-3']);
  await shop.rank('tally');
  await shop.feed(books);
  assert.deepEqual(await shop.follow(), [], 'sales indices, and records that say the same');
  await shop.feed([{ kind: 'patch', itemId: 2, categoryIds: ['001'] }]);
  await shop.decide(new Map([[1, { withheld: true }]]));
  assert.deepEqual(await shop.follow(), ['+2', '-1']);
  await shop.feed([{ kind: 'patch', itemId: 1, servicePoint: 7 }]);
  await shop.takeBack();
  assert.deepEqual(await shop.follow(), ['+1'], 'once, in its latest state');
});

test('a deal changes its item on its first day and after its last, with the first run that comes by', async (t) => {
  const shop = openShop(t);
  const deal = { salePrice: 5000, from: '2026-11-23', until: '2026-11-25' };
  await shop.follow();
  await shop.feed([book(1, '하나', { deal }), book(2, '둘')]);
  await shop.follow();
  const days: string[][] = [];
  for (const day of ['24', '25', '26', '27', '24', '23', '22', '28', '28']) {
    shop.kit.clock.setWall(Date.parse(`2026-11-${day}T00:00:00+09:00`));
    await shop.rank('refresh');
    days.push(await shop.follow());
  }
  const [told, nothing] = [['+1'], []];
  assert.deepEqual(days, [told, nothing, told, nothing, told, nothing, told, told, nothing]);
});
