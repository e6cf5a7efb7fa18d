import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export interface Cleanup {
  after(fn: () => void | Promise<void>): void;
}

/** The context of a suite, for what its hooks open. Call it in the suite's body. */
export function suiteCleanup(): Cleanup {
  const cleanUps: (() => void | Promise<void>)[] = [];
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return { after: (cleanUp) => void cleanUps.push(cleanUp) };
}

/** Runs work that isn't a test. */
export async function withCleanup(work: (t: Cleanup) => Promise<void>): Promise<void> {
  const cleanUps: (() => void | Promise<void>)[] = [];
  try {
    await work({ after: (cleanUp) => void cleanUps.push(cleanUp) });
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

/** A new folder that is deleted after the test. */
export function tempDir(t: Cleanup): string {
  const path = mkdtempSync(join(temporaryFolder, 'seoga-'));
  // Clean-ups run in the order of registration: this one comes last.
  t.after(() => t.after(() => rmSync(path, { recursive: true, force: true })));
  return path;
}

const MEMORY = '/dev/shm';

/** The largest catalogues of the suite fit several times. */
const ROOM_MIN_BYTES = 8 * 1024 ** 3;

/** In memory if the machine has plenty, because the suite waits for the disk tens of thousands of times. TMPDIR overrides it. */
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
    return false;
  }
}
