/** The kinds of answers that bench/http.ts measures. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

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
  /** The first two of titles. */
  readonly words: readonly string[];
}

export async function readFeed(feed: string): Promise<FeedFacts> {
  const itemIds: number[] = [];
  const categoryIds: string[] = [];
  const words = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(feed) })) {
    if (line.startsWith('{"kind":"category"')) categoryIds.push(JSON.parse(line).categoryId);
    if (!line.startsWith('{"kind":"item"')) continue;
    const { itemId, title, withheld } = JSON.parse(line);
    if (withheld === true) continue;
    itemIds.push(itemId);
    const [first, second] = String(title).split(' ');
    if (second !== undefined && words.size < 200) words.add(`${first} ${second}`);
  }
  return { itemIds, categoryIds, words: [...words] };
}

export interface ScenarioFacts extends FeedFacts {
  readonly totals: ReadonlyMap<string, number>;
}

export function scenariosOf({ itemIds, totals, words }: ScenarioFacts): Scenario[] {
  const item = itemIds.map((itemId) => `/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`);
  const pages = (pageSize: number, further: string, path = '') =>
    [...totals].flatMap(([categoryId, total]) =>
      Array.from(
        { length: Math.ceil(total / pageSize) },
        (_, at) => `/v1/category/bestsellerMonthly${path}?categoryId=${categoryId}&page=${at + 1}&${further}`,
      ),
    );
  const searches = words.map((query) => `/v1/goods/itemList?query=${encodeURIComponent(query)}`);
  const [item1, coldItem] = split(item);
  const [list20, coldList20] = split(pages(20, 'pageSize=20'));
  const popular = list20.slice(0, 200);
  const long = pages(100, 'pageSize=100&detail=Y').slice(0, 200);
  return [
    { name: 'item', paths: item1 },
    { name: 'item, first call', paths: coldItem, isCold: true },
    { name: 'list of 20, any page', paths: list20 },
    { name: 'list of 20, 200 pages', paths: popular },
    { name: 'list of 20, first call', paths: coldList20, isCold: true },
    { name: 'list of 100, detail=Y, 200 pages', paths: long },
    { name: 'list of 20, gzip', paths: popular, headers: { 'Accept-Encoding': 'gzip' } },
    { name: 'item, gzip', paths: item1, headers: { 'Accept-Encoding': 'gzip' } },
    { name: 'search, two words of a title', paths: searches },
    { name: 'export of 100 rows, first call', paths: pages(100, 'format=xlsx', '/export'), isCold: true },
    { name: 'export of 1,000 rows', paths: ['/v1/category/list/export'] },
    { name: '401, invented keys', paths: item1, hasJunkKey: true, status: 401 },
  ];
}

/** Calls that are made again and again, and those of which each is made once. */
function split(paths: readonly string[]): [readonly string[], readonly string[]] {
  const at = Math.floor((paths.length * 3) / 4);
  return [paths.slice(0, at), paths.slice(at)];
}
