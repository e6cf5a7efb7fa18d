import type { Item } from '../../catalog/item.ts';
import type { WrittenItem } from '../../catalog/item-writer.ts';
import { kstDayStartMs, parseKstDay } from '../../clock.ts';
import { message } from '../../messages/messages.ts';
import type { Writer } from '../../sql-database.ts';
import type { FeedProblem } from '../feed-record.ts';

/** A first load may take several files: all that arrive within a day of its start. */
const FIRST_LOAD_MS = 24 * 60 * 60 * 1000;

/** Sets the registration time of items of the first load that have none, so that they don't all appear as new products. */
export async function createFirstLoad(sql: Writer, receivedAtMs: number) {
  const [state] = await sql.query<{ ms: number | null }>('SELECT first_load_at_ms AS ms FROM catalog_state');
  const beganAtMs = state?.ms ?? null;
  const isUnderWay = beganAtMs === null || receivedAtMs - beganAtMs < FIRST_LOAD_MS;
  let items = 0;
  let firstLine = 0;
  return {
    /**
     * The item with its day of publication as registration; unchanged if that is unknown or in the future, or the first load is
     * over.
     */
    date(item: Item): Item {
      const day = isUnderWay ? parseKstDay(item.publishDate) : null;
      const publishedAtMs = day === null ? receivedAtMs : kstDayStartMs(day);
      return publishedAtMs >= receivedAtMs ? item : { ...item, registeredAtMs: publishedAtMs };
    },
    /** Counts a new item that was dated so. */
    count({ outcome, item }: WrittenItem, line: number): void {
      if (outcome !== 'added' || item.registeredAtMs >= receivedAtMs) return;
      if (items++ === 0) firstLine = line;
    },
    /** One warning for all of them, because a first load often has no registrations at all. */
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
