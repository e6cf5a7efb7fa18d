/** What bench/search-peers.ts measures, each as a good developer would set it up for a shop: all words first, then some of them. */
import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import pg from 'pg';
import type { SearchTexts } from '../../src/search/search-document.ts';
import { searchItem } from '../../test/search/search-item.ts';
import { openIndex } from '../../test/search/small-index.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { cpuUs } from '../http/servers.ts';

export interface PeerItem {
  readonly itemId: number;
  readonly texts: SearchTexts;
  readonly salePoint: number;
  readonly isbn13: string;
}

interface Engine {
  search(query: string, limit: number): readonly number[] | Promise<readonly number[]>;
  /** What all processes of the engine have spent so far. */
  cpuMs(): number;
  readonly megabytes: number;
}

type Items = () => Iterable<PeerItem>;

export const ENGINES: Readonly<Record<string, (items: Items) => Promise<Engine>>> = {
  Seoga: async (items) => {
    // The texts are in the catalogue's database, not in the index.
    const all = Array.from(items(), (item) => {
      const figures = { ...searchItem(item.itemId, {}), publishDay: null, salePoint: item.salePoint };
      return { ...item, isbn10: '', figures };
    });
    const before = memory();
    const search = openIndex(all);
    return {
      search: async (query, limit) => (await search(query, { correct: true, limit })).itemIds,
      cpuMs: ownCpuMs,
      megabytes: memory() - before,
    };
  },
  'FTS5, words': async (items) =>
    openSqlite(items, "unicode61 remove_diacritics 2', prefix = '1 2 3", (query) => {
      const words = wordsOf(query).map((word) => `"${word}"`);
      return [`${words.join(' AND ')}*`, `${words.join(' OR ')}*`];
    }),
  'FTS5, trigrams': async (items) =>
    openSqlite(items, 'trigram', (query) => [
      wordsOf(query)
        .filter((word) => word.length >= 3)
        .map((word) => `"${word}"`)
        .join(' AND '),
      trigramsOf(query).join(' OR '),
    ]),
  PostgreSQL: openPostgres,
  MiniSearch: async (items) => {
    const before = memory();
    const index = new MiniSearch({
      idField: 'itemId',
      fields: ['title', 'names', 'others'],
      searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2 },
    });
    for (const { itemId, texts } of items()) index.add({ itemId, ...columnsOf(texts) });
    return {
      search(query, limit) {
        const all = index.search(query, { combineWith: 'AND' });
        const found = all.length > 0 ? all : index.search(query);
        return found.slice(0, limit).map(({ id }) => id);
      },
      cpuMs: ownCpuMs,
      megabytes: memory() - before,
    };
  },
};

function openSqlite(items: Items, tokenizer: string, expressions: (query: string) => string[]): Engine {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE VIRTUAL TABLE item USING fts5 (title, names, others, tokenize = '${tokenizer}'); BEGIN`);
  const insert = db.prepare('INSERT INTO item (rowid, title, names, others) VALUES (?, ?, ?, ?)');
  for (const { itemId, texts } of items()) {
    const { title, names, others } = columnsOf(texts);
    insert.run(itemId, title, names, others);
  }
  db.exec(`COMMIT; INSERT INTO item (item) VALUES ('optimize')`);
  const find = db.prepare(
    `SELECT rowid FROM item WHERE item MATCH ? ORDER BY bm25(item, 2, 1, 1), length(title) LIMIT ?`,
  );
  const pages = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size');
  return {
    search(query, limit) {
      for (const expression of expressions(query)) {
        const rows = /^\W*$/u.test(expression) && expression.length < 3 ? [] : find.all(expression, limit);
        if (rows.length > 0) return rows.map(({ rowid }) => Number(rowid));
      }
      return [];
    },
    cpuMs: ownCpuMs,
    megabytes: Number(pages.get()?.bytes) / 1e6,
  };
}

/** Words by tsvector, and where not all are found, whatever is like the query by trigrams. */
async function openPostgres(items: Items): Promise<Engine> {
  const server = await startPostgres();
  // In the locale C, trigrams have only ASCII letters.
  await server.run(`CREATE DATABASE search TEMPLATE template0 LOCALE 'C.UTF-8'`);
  const client = new pg.Client(server.urlOf('search'));
  await client.connect();
  await client.query(`CREATE EXTENSION pg_trgm;
    CREATE TABLE item (item_id integer PRIMARY KEY, title text, names text, others text, words tsvector)`);
  const insert = `INSERT INTO item
    SELECT i, t, n, o, setweight(to_tsvector('simple', t), 'A') || to_tsvector('simple', n || ' ' || o)
    FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[]) AS all_of (i, t, n, o)`;
  const all = Array.from(items(), ({ itemId, texts }) => ({ itemId, ...columnsOf(texts) }));
  for (let at = 0; at < all.length; at += 5_000) {
    const rows = all.slice(at, at + 5_000);
    const columns = (['itemId', 'title', 'names', 'others'] as const).map((name) =>
      rows.map((one) => one[name]),
    );
    await client.query(insert, columns);
  }
  await client.query(`CREATE INDEX ON item USING gin (words);
    CREATE INDEX ON item USING gin ((title || ' ' || names) gin_trgm_ops)`);
  await client.query('VACUUM ANALYZE item');
  const size = await client.query(`SELECT pg_total_relation_size('item') AS bytes`);
  const byWords = `SELECT item_id FROM item, to_tsquery('simple', $1) AS query WHERE words @@ query
    ORDER BY ts_rank_cd(words, query, 1) DESC, length(title) LIMIT $2`;
  const byLikeness = `SELECT item_id FROM item WHERE (title || ' ' || names) %> $1
    ORDER BY (title || ' ' || names) <->> $1, similarity(title, $1) DESC LIMIT $2`;
  return {
    async search(query, limit) {
      const words = `${wordsOf(query).join(' & ')}:*`;
      const exact = await client.query({ name: 'words', text: byWords, values: [words, limit] });
      const found =
        exact.rows.length > 0
          ? exact
          : await client.query({ name: 'like', text: byLikeness, values: [query, limit] });
      return found.rows.map(({ item_id }) => item_id);
    },
    cpuMs: () => ownCpuMs() + cpuUs(server.pid()) / 1000,
    megabytes: Number(size.rows[0].bytes) / 1e6,
  };
}

function columnsOf({ title, subTitle, originalTitle, contributors, publisher, series }: SearchTexts) {
  return {
    title,
    names: contributors.join(' '),
    others: [subTitle, originalTitle, publisher, ...series].join(' '),
  };
}

/** Letters and digits, as the tokenizers of all of them split. */
function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function trigramsOf(query: string): readonly string[] {
  const text = wordsOf(query).join(' ');
  return Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => `"${text.slice(at, at + 3)}"`);
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
