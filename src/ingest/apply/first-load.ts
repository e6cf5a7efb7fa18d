import type { Item } from '../../catalog/item.ts';
import type { WrittenItem } from '../../catalog/item-writer.ts';
import { kstDayStartMs, parseKstDay } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import type { Writer } from '../../sql-database.ts';
import type { FeedProblem } from '../feed-record.ts';

/** A first load may take several files. Whatever comes within a day of its start belongs to it. */
const FIRST_LOAD_MS = 24 * 60 * 60 * 1000;

/** Dates items of the first load that come without a registration, so that they are not all new products. */
export async function createFirstLoad(sql: Writer, receivedAtMs: number) {
  const [state] = await sql.query<{ ms: number | null }>('SELECT first_load_at_ms AS ms FROM catalog_state');
  const beganAtMs = state?.ms ?? null;
  const isUnderWay = beganAtMs === null || receivedAtMs - beganAtMs < FIRST_LOAD_MS;
  let items = 0;
  let firstLine = 0;
  return {
    /** The item as registered on its day of publication, or as it is when that is unknown or still to come, or the first load over. */
    date(item: Item): Item {
      const day = isUnderWay ? parseKstDay(item.publishDate) : null;
      const publishedAtMs = day === null ? receivedAtMs : kstDayStartMs(day);
      return publishedAtMs >= receivedAtMs ? item : { ...item, registeredAtMs: publishedAtMs };
    },
    /** Counts an item that is new with such a date. */
    count({ outcome, item }: WrittenItem, line: number): void {
      if (outcome !== 'added' || item.registeredAtMs >= receivedAtMs) return;
      if (items++ === 0) firstLine = line;
    },
    /** One warning for all of them: a first load often lacks every registration. */
    warnings(): FeedProblem[] {
      if (items === 0) return [];
      const reason = message('feeds.noRegistration', { items: items.toLocaleString('en-US') });
      return [{ line: firstLine, field: 'registeredAt', reason }];
    },
    async record(): Promise<void> {
      if (beganAtMs === null)
        await sql.query('UPDATE catalog_state SET first_load_at_ms = $1', [receivedAtMs]);
    },
  };
}
