import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../src/clock.ts';
import type { Health } from '../../src/http/metrics.ts';
import type { RankingStore } from '../../src/rankings/lists/ranking-store.ts';
import type { TallyProgress } from '../../src/rankings/schedule.ts';
import { readBackupTime } from '../../src/store/sqlite/backup.ts';
import type { Composition } from '../compose.ts';
import type { TrustedClock } from '../trusted-clock.ts';
import type { Job } from './job.ts';

/** With less, the next commit may not fit on the disk. */
const DISK_FREE_MIN_BYTES = 8 * 1024 * 1024;
const COUNT_FAILURE_MS = 5_000;
/** Lists are published every night, and may be two hours late. */
const LISTS_AGE_MAX_MS = 26 * 3_600_000;
const MAIL_AGE_MAX_MS = 15 * 60_000;

export function createHealthCheck(service: Composition, clock: TrustedClock): Job<Health> {
  const { metrics } = service;
  const { outbox, rankings, rankingAdmin, engine, search } = service.store;
  const { dataDir, smtpUrl } = service.config;
  const run = async () => {
    const free = await freeBytes(dataDir);
    const progress = await rankingAdmin.progress().catch(() => null);
    const oldestMailMs = await outbox.oldestMs().catch(() => null);
    const health: Health = {
      calls: (await engine.problem()) ?? callsProblem(service, clock, free),
      lists: progress === null ? 'the catalogue cannot be read' : await listsProblem(rankings),
      search: (await search.whenReady(0)) ? null : 'the search index is being loaded or built',
      age: progress === null ? null : ageProblem(progress, clock.nowMs()),
      mail: smtpUrl === null ? null : mailProblem(oldestMailMs, clock.nowMs()),
      clock:
        clock.doubtedMs() === null
          ? engine.jobs.clockProblem()
          : "the machine's clock has jumped and is not believed",
    };
    const figures = engine.figures();
    if (figures !== null) metrics.setShared({ ...figures, runsJobs: engine.jobs.fence() !== null });
    metrics.setHealth(health, {
      diskFreeBytes: free,
      dataBytes: await bytesIn(dataDir),
      talliedAtMs: progress?.tallied?.talliedAtMs ?? null,
      oldestMailMs: smtpUrl === null ? null : oldestMailMs,
      backupAtMs: readBackupTime(dataDir),
    });
    return health;
  };
  return { name: 'check-health', every: 10_000, onEachServer: true, run };
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  let bytes = 0;
  for (const name of names) {
    const found = await lstat(join(folder, name)).catch(() => null);
    if (found?.isFile()) bytes += found.size;
  }
  return bytes;
}

function callsProblem({ app, countFailedAtMs }: Composition, clock: Clock, free: number): string | null {
  if (!app.connections.takesConnections()) return 'as many connections are open as the server takes';
  if (free < DISK_FREE_MIN_BYTES) return `the disk is full: ${free} bytes are free`;
  const failedMs = countFailedAtMs();
  const isRecent = failedMs !== null && clock.monotonicMs() - failedMs < COUNT_FAILURE_MS;
  return isRecent ? 'calls cannot be counted' : null;
}

async function listsProblem(rankings: RankingStore): Promise<string | null> {
  try {
    await rankings.findLatestEdition('overall');
    return null;
  } catch {
    return 'the published lists are damaged or missing';
  }
}

function ageProblem({ ledgerRevision, tallied }: TallyProgress, nowMs: number): string | null {
  if (ledgerRevision === 0 || tallied === null) return null;
  const hours = Math.floor((nowMs - tallied.talliedAtMs) / 3_600_000);
  return nowMs - tallied.talliedAtMs > LISTS_AGE_MAX_MS ? `the lists are ${hours} hours old` : null;
}

function mailProblem(oldestMs: number | null, nowMs: number): string | null {
  if (oldestMs === null || nowMs - oldestMs < MAIL_AGE_MAX_MS) return null;
  return `mail has been waiting for ${Math.floor((nowMs - oldestMs) / 60_000)} minutes`;
}
