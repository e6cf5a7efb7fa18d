import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** What a helper needs of a test or suite context: a place to hang its clean-up. */
export interface Cleanup {
  after(fn: () => void | Promise<void>): void;
}

/** The context of a suite, for what its hooks open: that of a hook itself ends with the hook. Call it in the suite's body. */
export function suiteCleanup(): Cleanup {
  const cleanUps: (() => void | Promise<void>)[] = [];
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return { after: (cleanUp) => void cleanUps.push(cleanUp) };
}

/** Runs work that isn't a test, and then what it left to clean up. */
export async function withCleanup(work: (t: Cleanup) => Promise<void>): Promise<void> {
  const cleanUps: (() => void | Promise<void>)[] = [];
  try {
    await work({ after: (cleanUp) => void cleanUps.push(cleanUp) });
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

/** A new empty folder that disappears when the test has ended, and with it what writes into the folder. */
export function tempDir(t: Cleanup): string {
  const path = mkdtempSync(join(temporaryFolder, 'seoga-'));
  // Clean-ups run in the order of their registration, so this one goes behind all others.
  t.after(() => t.after(() => rmSync(path, { recursive: true, force: true })));
  return path;
}

const MEMORY = '/dev/shm';

/** Room enough for the largest catalogues of the suite, several times over. */
const ROOM_MIN_BYTES = 8 * 1024 ** 3;

/**
 * Where tests make their folders: in memory where the machine has plenty of it, because the suite waits for the disk
 * tens of thousands of times. TMPDIR overrides it.
 */
export const temporaryFolder = process.env.TMPDIR === undefined && isMemoryRoomy() ? MEMORY : tmpdir();

function isMemoryRoomy(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === MEMORY);
    // Some tests run programs from their folder.
    if (mount === undefined || /\bnoexec\b/.test(mount)) return false;
    const { bavail, bsize } = statfsSync(MEMORY);
    const memoryBytes = Math.min(freemem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
    return Math.min(bavail * bsize, memoryBytes) >= ROOM_MIN_BYTES;
  } catch {
    // A system without these files.
    return false;
  }
}
