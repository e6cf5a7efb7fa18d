import type { ServedShop } from './servers.ts';

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

/** Made of what the service answers, so that every call finds something. */
export function scenariosOf({ items, list }: ServedShop): Scenario[] {
  const item = items.map(({ itemId }) => `/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`);
  const ranks = Map.groupBy(list, ({ categoryId }) => categoryId);
  const pages = (pageSize: number, further: string, path = '') =>
    [...ranks].flatMap(([categoryId, { length }]) =>
      Array.from(
        { length: Math.ceil(length / pageSize) },
        (_, at) => `/v1/category/bestsellerMonthly${path}?categoryId=${categoryId}&page=${at + 1}&${further}`,
      ),
    );
  const words = items.flatMap(({ title }) => /^\S+ \S+/.exec(String(title)) ?? []);
  const searches = [...new Set(words)]
    .slice(0, 200)
    .map((query) => `/v1/goods/itemList?query=${encodeURIComponent(query)}`);
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
    { name: '401, invented keys', paths: item1, hasJunkKey: true, status: 401 },
  ];
}

/** Calls that are made again and again, and those of which each is made once. */
function split(paths: readonly string[]): [readonly string[], readonly string[]] {
  const at = Math.floor((paths.length * 3) / 4);
  return [paths.slice(0, at), paths.slice(at)];
}
