/** The kinds of answers that bench/http.ts measures. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createRandom } from '../../demo/random.ts';

/** One kind of answer and the calls that get it. */
export interface Scenario {
  readonly name: string;
  /** Drawn at random, or in turn where no call may come twice. */
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly hasJunkKey?: boolean;
  readonly status?: number;
  /** Whether each call has to be the first of its kind: it finds nothing ready. */
  readonly isCold?: boolean;
}

/** What the calls are made of. */
interface FeedFacts {
  readonly itemIds: readonly number[];
  readonly categoryIds: readonly string[];
  /** Words of titles, the most frequent first. */
  readonly words: readonly string[];
}

export async function readFeed(feed: string): Promise<FeedFacts> {
  const itemIds: number[] = [];
  const categoryIds: string[] = [];
  const counts = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(feed) })) {
    if (line.startsWith('{"kind":"category"')) categoryIds.push(JSON.parse(line).categoryId);
    if (!line.startsWith('{"kind":"item"')) continue;
    const { itemId, title, withheld } = JSON.parse(line);
    if (withheld === true) continue;
    itemIds.push(itemId);
    for (const word of String(title).split(' ')) {
      if (/^[가-힣]{2,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const words = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  return { itemIds, categoryIds, words };
}

/** A page of a monthly list. */
export interface ListPage {
  readonly categoryId: string;
  readonly page: number;
}

/** Pages of 20 of the monthly lists as totals say. */
export function listPages(totals: ReadonlyMap<string, number>, pageSize: number): ListPage[] {
  return [...totals].flatMap(([categoryId, total]) =>
    Array.from({ length: Math.ceil(total / pageSize) }, (_, index) => ({ categoryId, page: index + 1 })),
  );
}

/** Common words in pairs that have results as they are; `hasHits` asks the service. */
export async function searchPaths(
  words: readonly string[],
  hasHits: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const { next } = createRandom(4);
  const common = words.slice(0, 60);
  const paths = new Set<string>();
  for (let attempt = 0; attempt < 2_000 && paths.size < 200; attempt++) {
    const pick = () => common[Math.floor(next() * common.length)] ?? '';
    const path = `/v1/goods/itemList?query=${encodeURIComponent(`${pick()} ${pick()}`)}`;
    if (!paths.has(path) && (await hasHits(path))) paths.add(path);
  }
  return [...paths];
}

export interface ScenarioFacts extends FeedFacts {
  readonly totals: ReadonlyMap<string, number>;
  readonly searches: readonly string[];
}

export function scenariosOf({ itemIds, totals, searches }: ScenarioFacts): Scenario[] {
  const item = itemIds.map((itemId) => `/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`);
  const list = (pageSize: number, further = '') =>
    listPages(totals, pageSize).map(
      ({ categoryId, page }) =>
        `/v1/category/bestsellerMonthly?categoryId=${categoryId}&page=${page}&pageSize=${pageSize}${further}`,
    );
  const exports = (format: string) =>
    listPages(totals, 100).map(
      ({ categoryId, page }) =>
        `/v1/category/bestsellerMonthly/export?categoryId=${categoryId}&page=${page}&format=${format}`,
    );
  const [item1, coldItem] = split(item);
  const [list20, coldList20] = split(list(20));
  const popular = list20.slice(0, 200);
  const long = list(100, '&detail=Y').slice(0, 200);
  return [
    { name: 'item', paths: item1 },
    { name: 'item, first call', paths: coldItem, isCold: true },
    { name: 'list of 20, any page', paths: list20 },
    { name: 'list of 20, 200 pages', paths: popular },
    { name: 'list of 20, first call', paths: coldList20, isCold: true },
    { name: 'list of 100, detail=Y, 200 pages', paths: long },
    { name: 'list of 20, gzip', paths: popular, headers: { 'Accept-Encoding': 'gzip' } },
    { name: 'item, gzip', paths: item1, headers: { 'Accept-Encoding': 'gzip' } },
    { name: 'search, two common words', paths: searches },
    { name: 'export of 100 rows, first call', paths: exports('xlsx'), isCold: true },
    { name: 'export of 1,000 rows', paths: ['/v1/category/list/export'] },
    { name: '401, invented keys', paths: item1, hasJunkKey: true, status: 401 },
  ];
}

/** Calls that are made again and again, and those of which each is made once. */
function split(paths: readonly string[]): [readonly string[], readonly string[]] {
  const at = Math.floor((paths.length * 3) / 4);
  return [paths.slice(0, at), paths.slice(at)];
}
