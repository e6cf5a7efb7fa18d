import type { KstMonth } from '../../clock.ts';
import type { Reader } from '../../sql-database.ts';
import type { MonthCopies } from '../day-copies.ts';
import type { Edition, EditionKind } from '../edition.ts';

export const EDITION = 'kind, period, version, until_day AS "untilDay", published_at_ms AS "publishedAtMs"';

export async function findEdition(lists: Reader, kind: EditionKind, period: number): Promise<Edition | null> {
  const select = `SELECT ${EDITION} FROM edition WHERE kind = $1 AND period = $2`;
  return (await lists.query<Edition>(select, [kind, period]))[0] ?? null;
}

/** The months that have lists. Order lines of other months are still needed to make their lists. */
export async function readListedMonths({ query }: Reader): Promise<ReadonlySet<KstMonth>> {
  const rows = await query<{ period: KstMonth }>(`SELECT period FROM edition WHERE kind = 'monthly'`);
  return new Set(rows.map(({ period }) => period));
}

const MONTHS_CACHED = 2;

/** The counted copies of the months `firstMonth` to `lastMonth`, ascending. `latest` caches the months read last. */
export async function* readCopies(
  lists: Reader,
  firstMonth: KstMonth,
  lastMonth: KstMonth = firstMonth,
  latest = new Map<KstMonth, MonthCopies>(),
): AsyncGenerator<MonthCopies, void> {
  const months = await lists.query<Pick<MonthCopies, 'month'>>(
    'SELECT month FROM month_copies WHERE month BETWEEN $1 AND $2 ORDER BY month',
    [firstMonth, lastMonth],
  );
  for (const { month } of months) {
    const known = latest.get(month);
    if (known !== undefined) {
      yield known;
      continue;
    }
    const select = 'SELECT item_ids, start, codes, copies FROM month_copies WHERE month = $1';
    const [row] = await lists.query<Record<'item_ids' | 'start' | 'codes' | 'copies', Uint8Array>>(select, [
      month,
    ]);
    if (row === undefined) continue;
    const days = {
      itemIds: new Float64Array(wholeBuffer(row.item_ids)),
      start: new Uint32Array(wholeBuffer(row.start)),
      codes: new Uint16Array(wholeBuffer(row.codes)),
      copies: new Uint32Array(wholeBuffer(row.copies)),
    };
    latest.set(month, { month, days });
    for (const old of latest.keys()) if (latest.size > MONTHS_CACHED) latest.delete(old);
    yield { month, days };
  }
}

/** Typed arrays need an ArrayBuffer of exactly their length. */
function wholeBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? buffer : new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength)).buffer;
}
