import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Cleanup, tempDir } from './temp-dir.ts';

const folder = resolve(import.meta.dirname, '..', 'releases');

export const KEPT_RELEASES = ['1.0.0'] as const;

export interface KeptRelease {
  readonly dataDir: string;
  readonly at: string;
  readonly key: string;
  readonly keyPrefix: string;
  /** `data` without `meta`, by path and query. URLs begin with https://books.example. */
  readonly answers: Readonly<Record<string, object>>;
}

export function unpackRelease(t: Cleanup, release: (typeof KEPT_RELEASES)[number]): KeptRelease {
  const target = tempDir(t);
  execFileSync('tar', ['-xzf', join(folder, `${release}.tar.gz`), '-C', target]);
  const kept = JSON.parse(readFileSync(join(target, 'answers.json'), 'utf8'));
  return { ...kept, dataDir: join(target, 'data') };
}
