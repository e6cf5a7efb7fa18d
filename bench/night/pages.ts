import { join } from 'node:path';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { createRankingStore, readVisibleList } from '../../src/rankings/lists/ranking-store.ts';
import { NOT_BEFORE } from '../../src/rankings/ranked-lists.ts';
import { CATALOG_FILE, LISTS_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { openListsDatabase } from '../../src/store/sqlite/databases.ts';
import { createFileRevision, createTickReader } from '../../src/store/sqlite/tick-reader.ts';
import { publicationOf } from '../../test/rankings/edition-content.ts';
import { sessionsAt } from '../../test/support/sessions-at.ts';
import { inTurn, median, Stopwatch } from '../figures.ts';
import { importLines } from './intake.ts';
import { itemIdOf, lastDay, type Task } from './shop.ts';

const PAGE_SIZE = 20;
const ROUNDS = 100;
const PAGES_A_ROUND = 50;
/** Of so many items, one is withheld after the list was published. */
const WITHHELD_EACH = 1_000;

/**
 * Publishes a list of all items, withholds some, and reads pages of 20 at its head and in its middle: CPU time of one, in ms. `first`
 * is the first page of all, before it is known which entries are left out.
 */
export async function readPages({ size, folder, nowMs }: Task): Promise<object> {
  const session = await sessionsAt(folder)(0);
  if (session === null) throw new Error('another run is under way');
  const items = Int32Array.from({ length: size.items }, (_, at) => (at * 7_368_787) % size.items);
  const upDowns = new Int32Array(size.items).fill(NOT_BEFORE);
  const edition = await session.writeEdition({
    ...{ kind: 'steady', period: lastDay + 1, untilDay: lastDay, publishedAtMs: nowMs },
    catalog: { categoryIds: ['all'], itemIds: Float64Array.from(items, itemIdOf) },
    cells: [{ start: Uint32Array.of(0, size.items), items, upDowns }],
  });
  await session.publish(publicationOf(edition));
  await session.close();
  const withheld = items.filter((item) => item % WITHHELD_EACH === 0);
  const patches = Array.from(withheld, (item) => ({ kind: 'patch', itemId: itemIdOf(item), withheld: true }));
  await importLines({ folder, nowMs }, [patches.map((one) => `${JSON.stringify(one)}\n`).join('')]);

  using read = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  const catalog = createTickReader(read);
  using lists = openListsDatabase(join(folder, LISTS_FILE));
  const revision = createFileRevision(read, catalog, lists.publications);
  const stores = {
    catalog: createCatalogStore(catalog, revision),
    rankings: createRankingStore({ lists, catalog, revision }),
    clock: { nowMs: () => nowMs, monotonicMs: () => 0 },
  };
  const page = (offset: number) =>
    readVisibleList(edition, { categoryId: 'all' }, stores, [offset, PAGE_SIZE]);
  const pages = async (from: number) => {
    const watch = new Stopwatch();
    await watch.run(async () => {
      for (let at = 0; at < PAGES_A_ROUND; at++) await page(from + at * PAGE_SIZE);
    });
    return watch.cpuMs / PAGES_A_ROUND;
  };
  const first = new Stopwatch();
  const { totalCount } = await first.run(() => page(0));
  const times = await inTurn({ head: 0, middle: Math.floor(size.items / 2) }, ROUNDS, pages);
  const [headMs = 0, middleMs = 0] = [...times.values()].map(median);
  return { cpuMs: first.cpuMs, wallMs: first.wallMs, lines: totalCount, headMs, middleMs };
}
