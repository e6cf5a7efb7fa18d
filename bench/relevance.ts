/**
 * How well the search finds, on real titles: known items asked for in many ways, misspelt, and right words that the
 * shop does not have. Success among the first 1, 3 and 10, queries without result, altered ones, and those where the
 * wanted item was only offered in Seoga-Suggestion. With --peers also other engines, on the first 30 queries a set.
 * --record writes the tables into bench/relevance/record.md, --check compares with them and fails when a figure is worse by
 * more than TOLERANCE.
 *
 * node bench/relevance.ts [--only TEXT] [--show N] [--peers] [--record] [--check]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SearchResult } from '../src/search/search-index.ts';
import { textKey } from '../src/search/tokenise.ts';
import { nameSets } from './relevance/names.ts';
import { openPeers, type Peer } from './relevance/peers.ts';
import { type Row, recordedRows, recordRows } from './relevance/record.ts';
import { type JudgedQuery, type JudgedSet, titleSets } from './relevance/sets.ts';
import { type JudgedItem, openShop, readCatalogue } from './relevance/shop.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    show: { type: 'string', default: '0' },
    peers: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});

/** In points of a hundred: the sets are the same at every run, but a change elsewhere may move a query or two. */
const TOLERANCE = 1;
const PEER_QUERIES_MAX = 30;
const SERIES_SHOWN = 20;

const catalogue = readCatalogue();
const shop = openShop(catalogue.held);
const byId = new Map(catalogue.held.map((item) => [item.itemId, item]));
const sets = [...titleSets(catalogue), ...nameSets(catalogue)].filter(
  ({ name, queries }) => name.includes(values.only) && queries.length > 0,
);
console.log(`${catalogue.held.length} items in the shop, ${catalogue.absent.length} held back`);
const rows = sets.map(measure);
const peerRows = values.peers ? await measurePeers() : [];
if (values.record) recordRows(rows, peerRows);
if (values.check) check();

/** Where the wanted item stands, from 0; -1 when it isn't among the first ten. Volumes out of order are found, not first. */
function placeOf({ wanted, volumes }: JudgedQuery, itemIds: readonly number[]): number {
  if (wanted === null) return -1;
  if (volumes !== undefined) {
    const shown = itemIds.filter((itemId) => volumes.some((volume) => volume.itemId === itemId));
    if (shown.length < volumes.length) return -1;
    return shown.every((itemId, at) => itemId === volumes[at]?.itemId) ? 0 : 9;
  }
  const key = keyOf(wanted);
  return itemIds.slice(0, 10).findIndex((itemId) => keyOf(byId.get(itemId)) === key);
}

function keyOf(item: JudgedItem | undefined): string {
  return item === undefined ? '' : textKey(item.texts.title);
}

function measure(set: JudgedSet): Row {
  const [places, kinds]: [number[], string[]] = [[], []];
  let [none, offered] = [0, 0];
  let toShow = Number(values.show);
  for (const asked of set.queries) {
    if (set.isTyped === true) {
      places.push(placeOfSuggestion(asked));
      continue;
    }
    const limit = asked.volumes === undefined ? 10 : Math.max(SERIES_SHOWN, asked.volumes.length);
    const result = shop.search(
      asked.query,
      set.sort ?? (asked.wanted === null ? 'DEFAULT' : 'RELATION'),
      limit,
    );
    const place = placeOf(asked, result.itemIds);
    places.push(place);
    if (result.correction !== null) kinds.push(result.correction.kind);
    if (result.itemIds.length === 0) none++;
    const { suggestion } = result;
    if (place < 0 && suggestion !== null && placeOf(asked, shop.search(suggestion).itemIds) >= 0) offered++;
    const isBad = asked.wanted === null ? result.correction !== null : place !== 0;
    if (isBad && toShow-- > 0) show(asked, result);
  }
  const share = (part: number) => Number(((100 * part) / set.queries.length).toFixed(1));
  const within = (count: number) => share(places.filter((place) => place >= 0 && place < count).length);
  const counts = Map.groupBy(kinds, (kind) => kind);
  const row = {
    name: set.name,
    figures: [within(1), within(3), within(10), share(none), share(kinds.length), share(offered)],
    count: set.queries.length,
    isAbsent: set.queries[0]?.wanted === null,
    kinds: [...counts].map(([kind, all]) => `${kind} ${all.length}`).join(', '),
  };
  console.log([row.name, row.count, ...row.figures, row.kinds].join(' | '));
  return row;
}

function placeOfSuggestion({ query, wanted }: JudgedQuery): number {
  return shop.suggest(query).findIndex((text) => textKey(text) === keyOf(wanted ?? undefined));
}

function show({ query, wanted }: JudgedQuery, { correction, suggestion, itemIds }: SearchResult): void {
  const first = byId.get(itemIds[0] ?? 0)?.texts.title ?? '-';
  const used = correction === null ? '-' : `${correction.query} (${correction.kind})`;
  console.log(
    `    ${query} -> ${used}, offered ${suggestion ?? '-'}; first ${first}; wanted ${wanted?.texts.title ?? '-'}`,
  );
}

async function measurePeers(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'seoga-relevance-'));
  const peers = await openPeers(catalogue.held, folder);
  try {
    const asked = sets.filter(({ queries, isTyped }) => queries[0]?.wanted !== null && isTyped !== true);
    const found: Row[] = [];
    for (const set of asked) {
      const queries = set.queries.slice(0, PEER_QUERIES_MAX);
      const ours: Peer = {
        name: 'Seoga',
        search: async (query) => shop.search(query, set.sort ?? 'RELATION', SERIES_SHOWN).itemIds,
        close: () => {},
      };
      const figures: number[] = [];
      for (const peer of [ours, ...peers]) figures.push(...(await judgePeer(peer, queries)));
      found.push({ name: set.name, figures, count: queries.length, isAbsent: false, kinds: '' });
      console.log([set.name, ...figures].join(' | '));
    }
    return found;
  } finally {
    for (const peer of peers) peer.close();
    rmSync(folder, { recursive: true });
  }
}

/** Percent among the first one and ten. */
async function judgePeer(peer: Peer, queries: readonly JudgedQuery[]): Promise<number[]> {
  let [first, ten] = [0, 0];
  for (const asked of queries) {
    const place = placeOf(asked, await peer.search(asked.query));
    if (place === 0) first++;
    if (place >= 0) ten++;
  }
  return [first, ten].map((part) => Math.round((100 * part) / queries.length));
}

function check(): void {
  const recorded = recordedRows();
  const worse = rows.flatMap(({ name, figures, isAbsent }) => {
    const before = recorded.get(name);
    if (before === undefined) return [`${name}: not recorded`];
    // Found items at 1, 3 and 10 may only grow; what is altered of right queries may only shrink.
    const [lost, altered] = isAbsent ? [[], [4]] : [[0, 1, 2], []];
    return [
      ...lost.filter((at) => (figures[at] ?? 0) < (before[at] ?? 0) - TOLERANCE),
      ...altered.filter((at) => (figures[at] ?? 0) > (before[at] ?? 0) + TOLERANCE),
    ].map((at) => `${name}: ${figures[at]} where ${before[at]} is recorded`);
  });
  for (const line of worse) console.error(line);
  console.log(worse.length === 0 ? 'no figure is worse than recorded' : `${worse.length} figures are worse`);
  process.exitCode = worse.length === 0 ? 0 : 1;
}
