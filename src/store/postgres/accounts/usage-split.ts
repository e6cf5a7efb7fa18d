import { randomUUID } from 'node:crypto';
import { createDelayedWork } from '../../../delayed-work.ts';
import type { Ticket } from '../../../gate/gate.ts';
import { countCall, type UsageCount, type UsageCounts } from '../../../gate/usage-counts.ts';
import { columnsOf } from '../connection.ts';
import type { Database } from '../database.ts';

/** How long counts are collected. The split is seen everywhere within a second, the writing included. */
const COLLECT_MS = 500;
/** Distinct rows a batch, which take a few milliseconds to write. */
const ROWS_MAX = 2_000;

interface Batch {
  readonly number: number;
  readonly counts: readonly UsageCount[];
}

/**
 * Collects counts of calls by account, day, endpoint and class of outcome, and adds them in numbered batches. A batch whose
 * outcome is unknown is sent again under its number, and the database adds no number twice.
 */
export function createUsageSplit(database: Database, onWriteError: (error: unknown) => void) {
  const writer = randomUUID();
  let collected: UsageCounts = new Map();
  let unsure: Batch | null = null;
  let batches = 0;

  function nextBatch(): Batch | null {
    if (unsure !== null || collected.size === 0) return unsure;
    const entries = [...collected];
    collected = new Map(entries.slice(ROWS_MAX));
    batches += 1;
    return { number: batches, counts: entries.slice(0, ROWS_MAX).map(([, count]) => count) };
  }

  async function writeAll(): Promise<void> {
    for (let batch = nextBatch(); batch !== null; batch = nextBatch()) {
      unsure = batch;
      await writeBatch(database, writer, batch);
      unsure = null;
    }
  }

  // One at a time: numbers have to arrive in order.
  const writing = createDelayedWork(COLLECT_MS, writeAll, onWriteError);

  return {
    add(ticket: Ticket, statusClass: number): void {
      countCall(collected, ticket, statusClass);
      writing.later();
    },
    /** Writes what is collected; rejects with the cause when it cannot. */
    async flush(): Promise<void> {
      await writing.now();
      writing.cancel();
    },
  };
}

async function writeBatch(database: Database, writer: string, { number, counts }: Batch): Promise<void> {
  const rows = counts.map(({ ticket, ...count }) => ({ ...ticket, ...count }));
  await database.query('SELECT usage_add($1, $2, $3, $4, $5, $6, $7)', [
    writer,
    number,
    ...columnsOf(rows, 'accountId', 'day', 'endpoint', 'statusClass', 'calls'),
  ]);
}
