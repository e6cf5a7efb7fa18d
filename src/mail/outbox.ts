import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { errorCode } from '../whole-file.ts';
import type { KeptMail, Mail } from './mail.ts';

export const OUTBOX_FOLDER = 'outbox';

/** Maximum number of messages; a further one drops the oldest. */
export const MAILS_MAX = 10_000;
/** The links in messages have long expired by then. */
export const KEPT_MS = 3 * 86_400_000;

/** Messages that are kept until they are sent. */
export interface Outbox {
  put(mail: Mail): Promise<void>;
  /** Names of kept messages, oldest first. */
  names(): Promise<readonly string[]>;
  /** When the oldest message was stored (ms since the epoch), or null. */
  oldestMs(): Promise<number | null>;
  /** Null if it no longer exists. */
  read(name: string): Promise<KeptMail | null>;
  /**
   * Reserves a message for the caller, who is about to send it, for so many ms. False if somebody else has reserved it,
   * or if it no longer exists.
   */
  claim(name: string, forMs: number): Promise<boolean>;
  /** Ends a reservation early: sending has failed. */
  release(name: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** All kept messages, oldest first. */
export async function readMails(outbox: Outbox): Promise<KeptMail[]> {
  const mails = await Promise.all((await outbox.names()).map((name) => outbox.read(name)));
  return mails.filter((mail) => mail !== null);
}

/**
 * The outbox of a data folder: files, each written whole or not at all, readable only by the owner. Several processes may
 * add messages; one sends them.
 */
export function createOutbox(dataDir: string, clock: Clock): Outbox {
  const folder = join(dataDir, OUTBOX_FOLDER);
  /** Keeps the order of messages of one millisecond. */
  let messages = 0;

  async function names(): Promise<string[]> {
    const files = await readdir(folder).catch(ifMissing([]));
    return files.filter((name) => NAME.test(name)).sort();
  }

  async function dropOld(): Promise<void> {
    const kept = await names();
    const oldMs = clock.nowMs() - KEPT_MS;
    const old = kept.filter(
      (name, index) => Number.parseInt(name, 10) < oldMs || index < kept.length - MAILS_MAX,
    );
    for (const name of old) await rm(join(folder, name), { force: true });
  }

  return {
    names,
    async oldestMs() {
      const [oldest] = await names();
      return oldest === undefined ? null : Number.parseInt(oldest, 10);
    },
    async put(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const createdAtMs = clock.nowMs();
      const order = String(messages++ % 1_000_000).padStart(6, '0');
      const name = `${String(createdAtMs).padStart(15, '0')}-${order}-${randomUUID()}.json`;
      const kept: KeptMail = { ...mail, createdAtMs };
      const unfinished = join(folder, `${name}.part`);
      await writeFile(unfinished, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flush: true });
      await rename(unfinished, join(folder, name));
      await dropOld();
    },
    async read(name) {
      const text = await readFile(join(folder, name), 'utf8').catch(ifMissing(null));
      const mail: KeptMail | null = text === null ? null : JSON.parse(text);
      return mail;
    },
    // The one process that serves a data folder is the only sender.
    claim: async () => true,
    release: async () => {},
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

const NAME = /^\d{15}-\d{6}-[0-9a-f-]{36}\.json$/;

/** Returns a fallback when the file doesn't exist; other failures stay failures. */
function ifMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (errorCode(error) === 'ENOENT') return instead;
    throw error;
  };
}
