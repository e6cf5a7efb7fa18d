import type { MinuteCalls } from '../../gate/call-minutes.ts';
import type { HealthCheckName } from '../../http/health.ts';
import type { GoodFeed } from '../../ingest/import-log.ts';
import type { Sending } from '../../mail/mail.ts';
import type { StatusView } from './catalogue.ts';
import type { RunView } from './console-shop.ts';
import { answers } from './path.ts';

export const consoleOverviewPaths = {
  /** Requested again every few seconds while the page is visible. */
  'GET /console/overview': answers<OverviewPage>().taking({}),
} as const;

export interface OverviewPage {
  /** The last hour, oldest minute first; the current one is the last. Calls of all instances. */
  readonly minutes: readonly MinuteView[];
  readonly editions: StatusView['editions'];
  readonly nowMs: number;
  /** The result of the server's last health check, at most ten seconds ago; null until the first. */
  readonly machine: {
    readonly diskFreeBytes: number;
    readonly dataBytes: number;
    /** Null where no backup was ever made. */
    readonly backupAtMs: number | null;
    readonly failing: readonly HealthCheckName[];
  } | null;
  readonly mail: Sending & { readonly hasServer: boolean };
  /** The last good feed of each source, and the last tallies; none to roles that don't see the shop. */
  readonly goodFeeds: readonly GoodFeed[];
  readonly runs: readonly RunView[];
  readonly items: number;
  readonly accounts: number;
  readonly suspended: number;
  readonly liveKeys: number;
  readonly waitingRequests: number;
}

export type MinuteView = MinuteCalls;
