import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Cleanup, tempDir } from './temp-dir.ts';

const folder = resolve(import.meta.dirname, '..', 'releases');

/** Versions of which scripts/keep-release.ts kept a data folder. */
export const KEPT_RELEASES = ['1.0.0'] as const;

/** A copy of the data folder that a release left behind, and what that release answered. */
export interface KeptRelease {
  readonly dataDir: string;
  /** When it answered, ISO 8601 with offset. */
  readonly at: string;
  readonly key: string;
  readonly keyPrefix: string;
  /** `data` of the answers without `meta`, by path and query. Addresses begin with https://books.example. */
  readonly answers: Readonly<Record<string, object>>;
}

export function unpackRelease(t: Cleanup, release: (typeof KEPT_RELEASES)[number]): KeptRelease {
  const target = tempDir(t);
  execFileSync('tar', ['-xzf', join(folder, `${release}.tar.gz`), '-C', target]);
  const kept = JSON.parse(readFileSync(join(target, 'answers.json'), 'utf8'));
  return { ...kept, dataDir: join(target, 'data') };
}
