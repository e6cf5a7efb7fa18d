import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { ResponseObserver } from './app.ts';

/** Figures from a check of the service. Times are ms since the epoch; null = there is none. */
export interface HealthFigures {
  readonly diskFreeBytes: number;
  /** Of all files in the data folder. */
  readonly dataBytes: number;
  readonly talliedAtMs: number | null;
  readonly oldestMailMs: number | null;
  readonly backupAtMs: number | null;
}

export interface Look extends HealthFigures {
  readonly health: Health;
}

/** Figures of an instance that shares its store with others. */
export interface SharedFigures {
  /** Open connections to the database, how many of them are idle, and calls waiting for one. */
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  /** How long ago this instance's replica of the catalogue was last known to have every commit. */
  readonly replicaAgeMs: number;
  /** Whether this instance runs the scheduled jobs. */
  readonly runsJobs: boolean;
}

/** Name, meaning and labels. */
type Figure = readonly [name: string, help: string, ...labels: string[]];

const COUNTERS = {
  gateWriteErrors: [
    'seoga_gate_write_errors_total',
    'Batches of call counts that could not be written; their calls were answered 503',
  ],
  rankingErrors: ['seoga_ranking_errors_total', 'Ranking runs that failed; the last lists stayed in force'],
  imports: [
    'seoga_imports_total',
    'Attempts to import a feed since the start, by way and outcome',
    'by',
    'outcome',
  ],
} as const satisfies Record<string, Figure>;

const GAUGES = {
  revision: ['seoga_catalog_revision', 'Revision of the catalogue that is being served'],
  check: ['seoga_check_ok', '1 where the last look found a part of the service in order, by check', 'check'],
  diskFree: ['seoga_disk_free_bytes', 'Bytes free on the disk of the data folder'],
  data: ['seoga_data_bytes', 'Bytes of all files in the data folder'],
  tallied: ['seoga_lists_tallied_timestamp_seconds', 'When all lists were tallied last; 0 = never'],
  oldestMail: ['seoga_mail_oldest_timestamp_seconds', 'When the oldest waiting mail was written; 0 = none'],
  backup: [
    'seoga_backup_timestamp_seconds',
    'When "seoga backup" last finished a backup of this data folder; 0 = never',
  ],
  lastImport: ['seoga_import_timestamp_seconds', 'When an import of each way succeeded last', 'by'],
  progress: [
    'seoga_ranking_progress_ratio',
    'Share of the months of the ranking run under way, or of the last one, that are counted',
  ],
  published: [
    'seoga_ranking_published_timestamp_seconds',
    'When lists were published last, by kind of run',
    'kind',
  ],
  runSeconds: ['seoga_ranking_run_seconds', 'How long the last ranking run took, by kind of run', 'kind'],
} as const satisfies Record<string, Figure>;

/** Of an instance that shares its store. */
const SHARED_GAUGES = {
  connections: [
    'seoga_database_connections',
    'Connections to PostgreSQL, and calls that wait for one',
    'state',
  ],
  age: [
    'seoga_replica_age_seconds',
    "Time since this instance's copy of the catalogue was known to be complete",
  ],
  jobs: ['seoga_runs_jobs', '1 on the instance that runs the jobs of the schedule'],
} as const satisfies Record<string, Figure>;

/** Operators' figures in Prometheus format. Labels hold endpoint names, methods and statuses, never keys or queries. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gaugesOf = <Name extends string>(figures: Readonly<Record<Name, Figure>>) =>
    each(figures, ([name, help, ...labelNames]) => new Gauge<string>({ name, help, labelNames, registers }));
  const gauges = gaugesOf(GAUGES);
  const counters = each(
    COUNTERS,
    ([name, help, ...labelNames]) => new Counter<string>({ name, help, labelNames, registers }),
  );
  let sharedGauges: Record<keyof typeof SHARED_GAUGES, Gauge<string>> | null = null;
  let look: Look | null = null;
  return {
    /** Counts and times a response. */
    observe: requestMetrics(registry),
    countGateWriteError: () => counters.gateWriteErrors.inc(),
    /** Revision of the catalogue in use. */
    setCatalogRevision: (value: number) => gauges.revision.set(value),
    /** What the last check of the service found. */
    setHealth(health: Health, figures: HealthFigures) {
      look = { health, ...figures };
      for (const name of HEALTH_CHECKS) gauges.check.set({ check: name }, health[name] === null ? 1 : 0);
      gauges.diskFree.set(figures.diskFreeBytes);
      gauges.data.set(figures.dataBytes);
      gauges.tallied.set((figures.talliedAtMs ?? 0) / 1000);
      gauges.backup.set((figures.backupAtMs ?? 0) / 1000);
      gauges.oldestMail.set((figures.oldestMailMs ?? 0) / 1000);
    },
    /** The same, or null before the first check. */
    lastLook: (): Look | null => look,
    /** The series appear with the first figures, because an embedded store has none. */
    setShared({ open, idle, waiting, replicaAgeMs, runsJobs }: SharedFigures) {
      sharedGauges ??= gaugesOf(SHARED_GAUGES);
      const { connections, age, jobs } = sharedGauges;
      for (const [state, count] of Object.entries({ busy: open - idle, idle, waiting }))
        connections.set({ state }, count);
      age.set(replicaAgeMs / 1000);
      jobs.set(runsJobs ? 1 : 0);
    },
    /** Adds finished attempts to import a feed, 0 to begin with. `by` is command, console or token. */
    addImports: (by: string, outcome: string, count: number) => counters.imports.inc({ by, outcome }, count),
    /** When an import by this way last succeeded, even before the start. */
    setLastImport: (by: string, endedAtMs: number) => gauges.lastImport.set({ by }, endedAtMs / 1000),
    /** Share of a ranking run's months counted so far, 0 to 1. */
    setRankingProgress: (share: number) => gauges.progress.set(share),
    /** A ranking run published its lists. */
    recordRankingRun(kind: string, elapsedMs: number, nowMs: number) {
      gauges.published.set({ kind }, nowMs / 1000);
      gauges.runSeconds.set({ kind }, elapsedMs / 1000);
    },
    countRankingError: () => counters.rankingErrors.inc(),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function each<Name extends string, Made>(
  figures: Readonly<Record<Name, Figure>>,
  make: (figure: Figure) => Made,
): Record<Name, Made> {
  const made = Object.entries<Figure>(figures).map(([name, figure]) => [name, make(figure)]);
  return Object.fromEntries(made) as Record<Name, Made>;
}

function requestMetrics(registry: Registry): ResponseObserver {
  const requests = new Histogram({
    name: 'seoga_http_request_seconds',
    help: 'Time from request to answer, by endpoint and status',
    labelNames: ['endpoint', 'status'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  // Looked up once per series, because the library's own look-up sorts and joins the labels at every call.
  type Series = Histogram.Internal<'endpoint' | 'status'>;
  const known = new Map<string, Map<number, Series>>();
  return (endpoint, status, ms) => {
    const ofEndpoint = known.get(endpoint) ?? new Map<number, Series>();
    known.set(endpoint, ofEndpoint);
    const series = ofEndpoint.get(status) ?? requests.labels({ endpoint, status });
    ofEndpoint.set(status, series);
    series.observe(ms / 1000);
  };
}

/** The checks. The service isn't ready without the first three; the others are for operators to act on. */
export const HEALTH_CHECKS = ['calls', 'lists', 'search', 'age', 'mail', 'clock'] as const;
export type HealthCheckName = (typeof HEALTH_CHECKS)[number];

/** Checks without which API calls can't be answered. */
const NEEDED: readonly HealthCheckName[] = ['calls', 'lists', 'search'];

/** The result of each check: null = fine, otherwise what is wrong, in words for the operator. */
export type Health = Readonly<Record<HealthCheckName, string | null>>;

export type HealthReport = ReturnType<typeof healthReport>;

/**
 * The body of /health/ready, and whether the service can accept calls. `obstacle` = null, or what the server is doing instead of
 * serving, as it starts or stops.
 */
export function healthReport(health: Health, obstacle: string | null) {
  const checks = Object.fromEntries(HEALTH_CHECKS.map((name) => [name, health[name] ?? 'ok']));
  const ready = obstacle === null && NEEDED.every((name) => health[name] === null);
  return obstacle === null ? { ready, checks } : { ready, state: obstacle, checks };
}
