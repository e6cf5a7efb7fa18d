import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a helper needs of a test or suite context: a place to hang its clean-up. */
export interface Cleanup {
  after(fn: () => void | Promise<void>): void;
}

/** A new empty folder that disappears when the test ends. */
export function tempDir(t: Cleanup): string {
  const path = mkdtempSync(join(tmpdir(), 'seoga-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
