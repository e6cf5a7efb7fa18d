import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { isPostgresInstalled, openPostgresSession } from '../postgres/session.ts';
import type { JudgedItem } from './shop.ts';

/** Another search engine over the same texts, set up as its guide says. */
export interface Peer {
  readonly name: string;
  /** Numbers of the ten best items. */
  search(query: string): Promise<readonly number[]>;
  close(): void;
}

/** Those that are installed. */
export async function openPeers(items: readonly JudgedItem[], folder: string): Promise<Peer[]> {
  return [...ftsPeers(items), ...miniSearchPeer(items), ...(await trigramPeer(items, folder))];
}

function wholeText({ texts }: JudgedItem): string {
  const { title, subTitle, originalTitle, contributors, publisher, series } = texts;
  return [title, subTitle, originalTitle, ...contributors, publisher, ...series].join(' ');
}

/** unicode61 without accents, where all words must match; and trigrams, of which any may match. */
function ftsPeers(items: readonly JudgedItem[]): Peer[] {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE VIRTUAL TABLE word USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE trigram USING fts5 (text, tokenize = 'trigram remove_diacritics 1'); BEGIN`);
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const peer = (table: string, expressionOf: (query: string) => string): Omit<Peer, 'name'> => {
    const insert = db.prepare(`INSERT INTO ${table} (rowid, text) VALUES (?, ?)`);
    for (const item of items) insert.run(item.itemId, wholeText(item));
    const find = db.prepare(
      `SELECT rowid AS itemId FROM ${table} WHERE ${table} MATCH ? ORDER BY rank, rowid LIMIT 10`,
    );
    return {
      async search(query) {
        const expression = expressionOf(query);
        return expression === '' ? [] : find.all(expression).map(({ itemId }) => Number(itemId));
      },
      close: () => {},
    };
  };
  const words = peer('word', (query) => query.split(/\s+/u).filter(Boolean).map(quote).join(' '));
  const trigrams = peer('trigram', (query) => {
    const chars = [...query];
    return chars
      .slice(2)
      .map((_, at) => quote(chars.slice(at, at + 3).join('')))
      .join(' OR ');
  });
  db.exec('COMMIT');
  return [
    { name: 'FTS5 words', ...words },
    { name: 'FTS5 trigrams', ...trigrams },
  ];
}

/** With the beginnings of words and one error in five letters. */
function miniSearchPeer(items: readonly JudgedItem[]): Peer[] {
  try {
    const MiniSearch = createRequire(import.meta.url)('minisearch') as new (
      options: object,
    ) => {
      addAll(documents: readonly object[]): void;
      search(query: string): { readonly id: number }[];
    };
    const index = new MiniSearch({ fields: ['title', 'other'], searchOptions: { prefix: true, fuzzy: 0.2 } });
    index.addAll(
      items.map((item) => ({
        id: item.itemId,
        title: item.texts.title,
        other: wholeText(item).slice(item.texts.title.length),
      })),
    );
    const search = async (query: string) =>
      index
        .search(query)
        .slice(0, 10)
        .map(({ id }) => id);
    return [{ name: 'MiniSearch', search, close: () => {} }];
  } catch {
    console.log('minisearch is missing (npm install --no-save minisearch): not compared');
    return [];
  }
}

/** pg_trgm by the likeness of the query to a part of the text. */
async function trigramPeer(items: readonly JudgedItem[], folder: string): Promise<Peer[]> {
  if (!isPostgresInstalled()) {
    console.log('PostgreSQL is missing (Debian: postgresql): not compared');
    return [];
  }
  const session = openPostgresSession(folder, 'C.UTF-8');
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  await session.ask('CREATE EXTENSION pg_trgm; CREATE UNLOGGED TABLE item (item_id int, text text)');
  for (const item of items)
    await session.flow(
      `INSERT INTO item VALUES (${item.itemId}, ${literal(wholeText(item).replace(/\s+/g, ' '))});\n`,
    );
  await session.ask('CREATE INDEX ON item USING gin (text gin_trgm_ops); VACUUM ANALYZE item');
  return [
    {
      name: 'pg_trgm',
      async search(query) {
        const asked = literal(query.replace(/\s+/g, ' '));
        const rows = await session.ask(
          `SELECT item_id FROM item WHERE ${asked} <% text ORDER BY ${asked} <<-> text, item_id LIMIT 10`,
        );
        return rows === '' ? [] : rows.split('\n').map(Number);
      },
      close: session.close,
    },
  ];
}
