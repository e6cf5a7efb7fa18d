import { hash, randomInt } from 'node:crypto';
import { columnNames, type Reader, type Writer } from '../sql-database.ts';

/** Each commit's token is a random number below this. */
const TOKENS = 2 ** 47;

/** A position in the sequence of changes. */
export interface ChangeMark {
  /** 0 = before the first change. */
  readonly no: number;
  /** 16 hex digits that identify the commit, because a restored catalogue assigns the same numbers again. */
  readonly mark: string;
}

/** The position of change `no`; null = of the catalogue's last change. */
export async function markOf(sql: Reader, no: number | null): Promise<ChangeMark> {
  const [of] = await sql.query<{ no: number; catalogue: string; token: number | null }>(
    `SELECT no, catalogue, (SELECT token FROM change_token WHERE last_no >= no ORDER BY last_no LIMIT 1) AS token
     FROM (
       SELECT catalogue, coalesce($1, (SELECT max(item_no) FROM search_item), 0) AS no FROM catalog_state
     ) AS state`,
    [no],
  );
  if (of === undefined) throw new Error('the catalogue has no state');
  const token = of.no === 0 ? 0 : of.token;
  return { no: of.no, mark: hash('sha256', `${of.catalogue} ${token}`).slice(0, 16) };
}

/** Whether the catalogue has this change. False if the change is another catalogue's, or was lost in a restore. */
export async function hasChange(sql: Reader, { no, mark }: ChangeMark): Promise<boolean> {
  return no === 0 || (await markOf(sql, no)).mark === mark;
}

/** Maximum item numbers in one statement. */
const IDS_A_STATEMENT = 10_000;

/**
 * Numbers the changes of items, which search and API clients follow: each changed item gets the next number, in the transaction
 * that writes it. Changes are collected until `flush`; call it before the commit.
 */
export function createChangeNumbers(sql: Writer) {
  const noted = {
    texts: new Set<number>(),
    items: new Set<number>(),
    sales: new Set<number>(),
    shown: new Set<number>(),
  };
  /** The last number assigned in this transaction; null before the first `flush`. */
  let lastNo: number | null = null;
  const take = (kind: keyof typeof noted): number[] => {
    const itemIds = [...noted[kind]];
    noted[kind].clear();
    return itemIds;
  };
  const number = (rows: readonly (readonly number[])[], columns: string, more = '') => {
    const changed = columnNames(columns).map((name) => `${name} = excluded.${name}`);
    return sql.insert({
      into: 'search_item',
      columns: 'item_id bigint, change_no bigint, item_no bigint, text_no bigint',
      rows,
      conflict: `ON CONFLICT (item_id) DO UPDATE SET ${changed.join(', ')}${more}`,
    });
  };
  return {
    /** Notes an item that was added or deleted, or whose searchable texts have changed. */
    noteTexts: (itemId: number) => void noted.texts.add(itemId),
    /** Notes an item whose other data have changed, or whose deal has begun or ended. */
    noteItem: (itemId: number) => void noted.items.add(itemId),
    /** Notes an item with a new sales index; unknown numbers are skipped. */
    noteSales: (itemId: number) => void noted.sales.add(itemId),
    /** Notes, besides noteTexts or noteItem, an item that was hidden or shown. Not needed for a deleted item that returns. */
    noteShown: (itemId: number) => void noted.shown.add(itemId),
    async flush(): Promise<void> {
      if (noted.texts.size + noted.items.size + noted.sales.size === 0) return;
      const [row] = await sql.query<{ last: number | null }>(
        'SELECT max(change_no) AS last FROM search_item',
      );
      let no = row?.last ?? 0;
      const numbered = (itemIds: readonly number[]) => itemIds.map((itemId) => [itemId, ++no, no, no]);
      await number(numbered(take('texts')), 'change_no, item_no, text_no', SHOWN_AGAIN);
      await number(numbered(take('items')), 'change_no, item_no');
      for (const some of chunksOf(take('sales'))) {
        const known = await sql.query<{ item_id: number }>(
          'SELECT item_id FROM search_item WHERE item_id = ANY ($1) ORDER BY item_id',
          [some],
        );
        await number(numbered(known.map(({ item_id }) => item_id)), 'change_no');
      }
      for (const some of chunksOf(take('shown')))
        await sql.query('UPDATE search_item SET shown_no = change_no WHERE item_id = ANY ($1)', [some]);
      if (no === (row?.last ?? 0)) return;
      if (lastNo === null)
        await sql.query('INSERT INTO change_token (last_no, token) VALUES ($1, $2)', [no, randomInt(TOKENS)]);
      else await sql.query('UPDATE change_token SET last_no = $1 WHERE last_no = $2', [no, lastNo]);
      lastNo = no;
    },
  };
}

const SHOWN_AGAIN = `, shown_no = CASE WHEN search_item.shown_no IS NOT NULL THEN excluded.change_no END`;

function chunksOf(itemIds: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(itemIds.length / IDS_A_STATEMENT) }, (_, at) =>
    itemIds.slice(at * IDS_A_STATEMENT, (at + 1) * IDS_A_STATEMENT),
  );
}
