import { hash, randomInt } from 'node:crypto';
import { columnNames, type Reader, StoreUnavailableError, type Writer } from '../sql-database.ts';

/** A number that grows with every commit that readers notice: a commit of items, decisions or published lists. */
export interface Revision {
  /**
   * The latest revision that this process has read. SQLite: the revision of this tick's snapshot. PostgreSQL: the revision that
   * the gate or a page read last. Throws StoreUnavailableError.
   */
  current(): number;
  /** Reads the revision from the database; `current` returns it from then on. */
  latest(): Promise<number>;
}

/** Largest increment: the revision stays below 2^53 for 2^33 commits. */
const STEP_MAX = 2 ** 20;

/**
 * Increments the catalogue's revision within a transaction that changes what readers see. The increment is random: after a
 * restore, no commit gets the revision of a lost commit, for which instances may still have cached responses.
 */
export async function moveRevision(sql: Writer): Promise<{ readonly before: number; readonly now: number }> {
  const step = 1 + randomInt(STEP_MAX);
  const [state] = await sql.query<{ revision: number }>(
    'UPDATE catalog_state SET revision = revision + $1 RETURNING revision',
    [step],
  );
  const now = state?.revision ?? step;
  return { before: now - step, now };
}

/** Caches the last value that `make` returned, with its revision and key. Failures aren't cached. */
export function perRevision<T, Key = void>(
  revision: Revision,
  make: (key: Key) => Promise<T>,
): (key: Key) => Promise<T> {
  let cached: { readonly number: number; readonly key: Key; readonly value: Promise<T> } | null = null;
  return (key) => {
    const number = revision.current();
    if (cached?.number === number && cached.key === key) return cached.value;
    const made = { number, key, value: make(key) };
    cached = made;
    made.value.catch(() => {
      if (cached === made) cached = null;
    });
    return made.value;
  };
}

const ATTEMPTS_MAX = 4;

/**
 * Repeats `work`, at most ATTEMPTS_MAX times, until all of its reads have seen one revision. Errors are repeated, too, because a
 * list may be deleted between two reads. StoreUnavailableError isn't, so that callers wait for one timeout only.
 */
export async function inOneRevision<T>(revision: Revision, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const number = revision.current();
    const isWhole = async () => (await revision.latest()) === number;
    try {
      const made = await work();
      if (await isWhole()) return made;
    } catch (error) {
      if (error instanceof StoreUnavailableError || (await isWhole())) throw error;
    }
  }
  throw new StoreUnavailableError('the catalogue changed each time that it was read');
}

/** A position in the sequence of item changes, which search and API clients follow. */
export interface ChangeMark {
  /** 0 = before the first change. */
  readonly no: number;
  /** Identifies the commit: a restored catalogue assigns the same numbers again. 16 hex digits. */
  readonly mark: string;
}

/** The position of change `no`, or of the last change if `no` is null. */
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

/** False if the change is another catalogue's, or was lost in a restore. */
export async function hasChange(sql: Reader, { no, mark }: ChangeMark): Promise<boolean> {
  return no === 0 || (await markOf(sql, no)).mark === mark;
}

const TOKEN_LIMIT = 2 ** 47;
const IDS_A_STATEMENT = 10_000;

/** Gives each changed item the next change number, within the transaction that changes it. Call `flush` before the commit. */
export function createChangeNumbers(sql: Writer) {
  const noted = {
    /** Items that were added or deleted, or whose searchable texts have changed. */
    texts: new Set<number>(),
    /** Items whose other data have changed, or whose deal has begun or ended. */
    data: new Set<number>(),
    /** Items with a new sales index; unknown numbers are skipped. */
    sales: new Set<number>(),
    /** Items that were hidden or shown; they are noted as `texts` or `data`, too. */
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
    note: (kind: keyof typeof noted, itemId: number) => void noted[kind].add(itemId),
    async flush(): Promise<void> {
      if (noted.texts.size + noted.data.size + noted.sales.size === 0) return;
      const [row] = await sql.query<{ last: number | null }>(
        'SELECT max(change_no) AS last FROM search_item',
      );
      let no = row?.last ?? 0;
      const numbered = (itemIds: readonly number[]) => itemIds.map((itemId) => [itemId, ++no, no, no]);
      await number(numbered(take('texts')), 'change_no, item_no, text_no', SHOWN_AGAIN);
      await number(numbered(take('data')), 'change_no, item_no');
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
        await sql.query('INSERT INTO change_token (last_no, token) VALUES ($1, $2)', [
          no,
          randomInt(TOKEN_LIMIT),
        ]);
      else await sql.query('UPDATE change_token SET last_no = $1 WHERE last_no = $2', [no, lastNo]);
      lastNo = no;
    },
  };
}

/** A deleted item that returns is shown again. */
const SHOWN_AGAIN = `, shown_no = CASE WHEN search_item.shown_no IS NOT NULL THEN excluded.change_no END`;

function chunksOf(itemIds: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(itemIds.length / IDS_A_STATEMENT) }, (_, at) =>
    itemIds.slice(at * IDS_A_STATEMENT, (at + 1) * IDS_A_STATEMENT),
  );
}
