/**
 * PostgreSQL beside the engine: the same tokens as a text array under a GIN index, and pg_trgm on titles for words
 * that the tokens do not reach. One psql process asks over a socket of its own cluster in the benchmark's folder.
 */
import { CATALOGS } from '../../src/catalog/item.ts';
import { systemClock } from '../../src/clock.ts';
import { DAY_UNKNOWN } from '../../src/search/engine/doc-table.ts';
import type { TextQuery } from '../../src/search/query.ts';
import { searchDocument } from '../../src/search/search-document.ts';
import {
  SEARCH_CATEGORIES,
  SEARCH_SORTS,
  type SearchCategory,
  type SearchSort,
} from '../../src/search/search-index.ts';
import { openPostgresSession, type PostgresSession } from '../postgres/session.ts';
import { benchItems, type Vocabulary } from './catalogue.ts';
import type { Shape } from './queries.ts';

interface Postgres {
  search(text: TextQuery, shape: Shape): Promise<number>;
  close(): void;
}

const ORDERS: Readonly<Record<SearchSort, string>> = {
  DEFAULT: 'sale_point DESC, title_length, item_id',
  RELATION: 'title_length, item_id',
  RECENT: 'publish_day DESC, item_id',
  REG_DTS: 'registered_at DESC, item_id',
};

export async function openPostgres(folder: string, items: number, vocabulary: Vocabulary): Promise<Postgres> {
  const startMs = systemClock.monotonicMs();
  const session = openPostgresSession(folder, 'C');
  try {
    await fill(session, items, vocabulary);
    console.log(`PostgreSQL filled in ${((systemClock.monotonicMs() - startMs) / 1000).toFixed(1)} s`);
    for (const category of SEARCH_CATEGORIES)
      for (const sort of SEARCH_SORTS) {
        await session.ask(`PREPARE ${sort}${category} (text[], int, int) AS ${statement(sort, category)}`);
      }
    return {
      async search(text, shape) {
        const words = text.words.flatMap(([terms = []]) => terms);
        // One-syllable words are prefixes, which arrays under GIN cannot answer.
        if (words.some(({ isPrefix }) => isPrefix))
          return session.ask(trigram(words[0]?.token ?? '')).then(Number);
        const array = words.map(({ token }) => `"${token}"`).join(',');
        const name = `${shape.sort}${shape.category}`;
        return Number(await session.ask(`EXECUTE ${name} ('{${array}}', ${shape.limit}, ${shape.offset})`));
      },
      close: session.close,
    };
  } catch (error) {
    session.close();
    throw error;
  }
}

/** The total and the page in one statement; only the total travels back whole. */
function statement(sort: SearchSort, category: SearchCategory): string {
  const catalog = category === 'ALL' ? '' : `AND catalog = ${CATALOGS.indexOf(category)}`;
  return `WITH hit AS MATERIALIZED (SELECT * FROM item WHERE words @> $1 ${catalog}),
    page AS (SELECT item_id FROM hit ORDER BY ${ORDERS[sort]} LIMIT $2 OFFSET $3)
    SELECT (SELECT count(*) FROM hit) + 0 * coalesce((SELECT sum(item_id) FROM page), 0)`;
}

function trigram(word: string): string {
  return `SELECT count(*) FROM item WHERE title LIKE '%${word}%'`;
}

async function fill(session: PostgresSession, items: number, vocabulary: Vocabulary): Promise<void> {
  await session.ask(`CREATE EXTENSION pg_trgm; CREATE UNLOGGED TABLE item (item_id int PRIMARY KEY, catalog int,
    publish_day int, registered_at bigint, sale_point int, title_length int, title text, words text[])`);
  session.write('COPY item FROM STDIN;\n');
  for (const { itemId, texts, figures } of benchItems(items, vocabulary)) {
    const document = searchDocument(texts);
    const { title, contributor, publisher, series, titleKey } = document;
    const words = [...new Set([...title, ...contributor, ...publisher, ...series])].join(',');
    const row = [
      itemId,
      CATALOGS.indexOf(figures.catalog),
      figures.publishDay ?? DAY_UNKNOWN,
      figures.registeredAtMs,
    ];
    await session.flow(
      `${[...row, figures.salePoint, titleKey.length, texts.title, `{${words}}`].join('\t')}\n`,
    );
  }
  session.write('\\.\n');
  await session.ask('CREATE INDEX ON item USING gin (words) WITH (fastupdate = off)');
  await session.ask('CREATE INDEX ON item USING gin (title gin_trgm_ops)');
  await session.ask('VACUUM ANALYZE item');
}
