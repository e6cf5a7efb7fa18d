import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { CATALOGS } from '../../catalog/item.ts';
import type { NamedItem, TextQuery } from '../../search/query.ts';
import { parseQuery } from '../../search/query.ts';
import type { SearchIndex, SearchRequest, SearchResult, SearchSort } from '../../search/search-index.ts';
import { SearchUnavailableError } from '../../search/search-index.ts';
import type { QueryTerm } from '../../search/tokenise.ts';

/**
 * Search over the tables that search-writer.ts fills. Uses the caller's connection and blocks its thread
 * for the time of a query. Each answer is one statement, hence one state of the catalogue.
 */
export function createSqliteSearchIndex(db: DatabaseSync): SearchIndex {
  const statements = new Map<string, StatementSync>();
  const run = (source: Source, request: SearchRequest, values: Record<string, number | string | null>) => {
    try {
      const name = `${source} ${request.sort}`;
      const statement = statements.get(name) ?? db.prepare(searchSql(source, request.sort));
      statements.set(name, statement);
      const { category, limit, offset } = request;
      const catalog = category === 'ALL' ? null : CATALOGS.indexOf(category);
      return toResult(statement.get({ ...values, catalog, limit, offset }));
    } catch (cause) {
      throw new SearchUnavailableError('The search tables cannot be read', { cause });
    }
  };
  return {
    async search(request) {
      const { named, text } = parseQuery(request.query);
      if (named !== null) {
        const result = run('named', request, namedValues(named));
        if (result.totalCount + result.withheldCount > 0) return result;
      }
      return text === null ? NOTHING : run('text', request, textValues(text, request.sort));
    },
    suggest: async () => [],
  };
}

const NOTHING: SearchResult = { totalCount: 0, itemIds: [], withheldCount: 0, correction: null };

type Source = 'named' | 'text';

/** One row: both totals, and the page as a JSON array. */
function searchSql(source: Source, sort: SearchSort): string {
  return `
    WITH hit AS MATERIALIZED (
      SELECT
        doc.item_id,
        ${SORT_KEYS[sort](source)},
        EXISTS (
          SELECT 1
          FROM item INDEXED BY item_withheld
          WHERE item.item_id = doc.item_id
            AND item.withheld = 1
        ) AS withheld
      FROM ${SOURCE[source]}
        AND (:catalog IS NULL OR doc.catalog = :catalog)
    )
    SELECT
      (SELECT count(*) FROM hit WHERE withheld = 0) AS total_count,
      (SELECT count(*) FROM hit WHERE withheld = 1) AS withheld_count,
      (
        SELECT json_group_array(item_id ORDER BY ${ORDER})
        FROM (SELECT * FROM hit WHERE withheld = 0 ORDER BY ${ORDER} LIMIT :limit OFFSET :offset)
      ) AS item_ids`;
}

/** Ends in the item number, so that the order is total and pages never overlap. */
const ORDER = 'key1 NULLS LAST, key2, key3, item_id';

const SOURCE: Readonly<Record<Source, string>> = {
  text: `search_index
      JOIN search_doc AS doc ON doc.item_id = search_index.rowid
      WHERE search_index MATCH :anywhere`,
  named: `search_doc AS doc
      WHERE doc.item_id IN (
        SELECT item_id FROM item WHERE item_id = :itemId
        UNION ALL SELECT item_id FROM item WHERE isbn13 = :isbn13 AND isbn13 <> ''
        UNION ALL SELECT item_id FROM item WHERE isbn10 = :isbn10 AND isbn10 <> ''
      )`,
};

/**
 * How well the text fits, best first: the title is the query; it starts with it; every word is in the titles;
 * in titles and contributors; anywhere. Items found by number all fit alike.
 */
const TIER: Readonly<Record<Source, string>> = {
  text: `CASE
          WHEN doc.title_key = :key THEN 0
          WHEN substr(doc.title_key, 1, length(:key)) = :key THEN 1
          WHEN doc.item_id IN (SELECT rowid FROM search_index WHERE search_index MATCH :inTitle) THEN 2
          WHEN doc.item_id IN (SELECT rowid FROM search_index WHERE search_index MATCH :inNames) THEN 3
          ELSE 4
        END`,
  named: '0',
};

const SALE_POINT =
  'coalesce((SELECT sale_point FROM item_sale_point WHERE item_sale_point.item_id = doc.item_id), 0)';

/** Smallest first. DEFAULT is RELATION with the sales of the moment between the tier and the title's length. */
const SORT_KEYS: Readonly<Record<SearchSort, (source: Source) => string>> = {
  DEFAULT: (source) => `${TIER[source]} AS key1, -${SALE_POINT} AS key2, length(doc.title_key) AS key3`,
  RELATION: (source) => `${TIER[source]} AS key1, length(doc.title_key) AS key2, 0 AS key3`,
  RECENT: () => '-doc.publish_day AS key1, 0 AS key2, 0 AS key3',
  REG_DTS: () => '-doc.registered_at_ms AS key1, 0 AS key2, 0 AS key3',
};

function namedValues(named: NamedItem): Record<string, number | string | null> {
  return { itemId: named.itemId, isbn13: named.isbn13, isbn10: named.isbn10 };
}

function textValues(text: TextQuery, sort: SearchSort): Record<string, string> {
  const anywhere = matchExpression(text);
  if (sort === 'RECENT' || sort === 'REG_DTS') return { anywhere };
  return {
    anywhere,
    inTitle: `title : (${anywhere})`,
    inNames: `{title contributor} : (${anywhere})`,
    key: text.key,
  };
}

/** The query in the language of FTS5. Tokens are letters and digits only, so quoting them is enough. */
function matchExpression(text: TextQuery): string {
  const plain = new Set<string>();
  const choices = new Set<string>();
  for (const [first = [], ...others] of text.words) {
    if (others.length === 0) for (const term of first) plain.add(termExpression(term));
    else choices.add(`(${[first, ...others].map((terms) => `(${allOf(terms)})`).join(' OR ')})`);
  }
  return [...plain, ...choices].join(' AND ');
}

function allOf(terms: readonly QueryTerm[]): string {
  return terms.map(termExpression).join(' AND ');
}

function termExpression({ token, isPrefix }: QueryTerm): string {
  return isPrefix ? `"${token}" *` : `"${token}"`;
}

function toResult(row: Record<string, unknown> | undefined): SearchResult {
  const itemIds: unknown = JSON.parse(String(row?.item_ids));
  if (!Array.isArray(itemIds)) throw new Error('item_ids is not an array');
  return {
    totalCount: Number(row?.total_count),
    itemIds: itemIds.map(Number),
    withheldCount: Number(row?.withheld_count),
    correction: null,
  };
}
