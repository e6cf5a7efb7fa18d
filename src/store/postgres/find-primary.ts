import type { DatabaseAddress, DatabaseHost } from '../../config/database-url.ts';
import { StoreUnavailableError } from '../../gate/store-unavailable-error.ts';
import { type Connection, connect } from './connection.ts';
import { startDeadline } from './deadline.ts';

/** How long one server is given before the next one is asked as well: one that hangs must not cost the whole call. */
const STAGGER_MS = 150;

/**
 * Connects to the server that takes writes. `preferred`, the last known primary, is asked first; the others follow a moment later or
 * as soon as one fails. Fails with StoreUnavailableError after `timeoutMs`, or when all have failed.
 */
export function connectToPrimary(
  address: DatabaseAddress,
  preferred: DatabaseHost | null,
  timeoutMs: number,
): Promise<Connection> {
  const waiting = address.hosts.toSorted((a, b) => Number(b === preferred) - Number(a === preferred));
  let running = 0;
  let isDone = false;
  let failure: unknown = null;
  let stagger: NodeJS.Timeout | undefined;
  let stopDeadline = () => {};

  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      isDone = true;
      clearTimeout(stagger);
      stopDeadline();
      settle();
    };
    const startNext = () => {
      clearTimeout(stagger);
      const host = waiting.shift();
      if (host === undefined) {
        if (running === 0) finish(() => reject(failure));
        return;
      }
      running += 1;
      stagger = setTimeout(startNext, STAGGER_MS);
      connectWritable(address, host, timeoutMs).then(
        (connection) => {
          if (isDone) connection.destroy();
          else finish(() => resolve(connection));
        },
        (error: unknown) => {
          running -= 1;
          failure = error;
          if (!isDone) startNext();
        },
      );
    };
    const late = new StoreUnavailableError(`no primary was found within ${Math.ceil(timeoutMs)} ms`);
    stopDeadline = startDeadline(timeoutMs, () => finish(() => reject(late)));
    startNext();
  });
}

async function connectWritable(
  address: DatabaseAddress,
  host: DatabaseHost,
  timeoutMs: number,
): Promise<Connection> {
  const connection = await connect(address, host, timeoutMs);
  try {
    const [row] = await connection.query<{ standby: boolean }>(
      'SELECT pg_is_in_recovery() AS standby',
      [],
      timeoutMs,
    );
    if (row?.standby === false) return connection;
    throw new StoreUnavailableError('the server is a standby');
  } catch (error) {
    connection.destroy();
    throw error;
  }
}
