import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { HEALTH_CHECKS, type Health } from './health.ts';
import type { ResponseObserver } from './response-observers.ts';

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

/** Operators' figures in Prometheus format. Labels hold endpoint names, methods and statuses, never keys or queries. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const make = makerOf(registry);
  const gateWriteErrors = make.counter(
    'seoga_gate_write_errors_total',
    'Batches of call counts that could not be written; their calls were answered 503',
  );
  const revision = make.gauge('seoga_catalog_revision', 'Revision of the catalogue that is being served');
  const showHealth = healthMetrics(make);
  let look: Look | null = null;
  return {
    /** Counts and times a response. */
    observe: requestMetrics(registry),
    countGateWriteError: () => gateWriteErrors.inc(),
    /** Revision of the catalogue in use. */
    setCatalogRevision: (value: number) => revision.set(value),
    /** What the last check of the service found. */
    setHealth(health: Health, figures: HealthFigures) {
      look = { health, ...figures };
      showHealth(look);
    },
    /** The same, or null before the first check. */
    lastLook: (): Look | null => look,
    setShared: sharedMetrics(make),
    ...importMetrics(make),
    ...rankingMetrics(make),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

type Maker = ReturnType<typeof makerOf>;

function makerOf(registry: Registry) {
  const registers = [registry];
  return {
    gauge: (name: string, help: string, ...labelNames: string[]) =>
      new Gauge<string>({ name, help, labelNames, registers }),
    counter: (name: string, help: string, ...labelNames: string[]) =>
      new Counter<string>({ name, help, labelNames, registers }),
  };
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

function rankingMetrics({ gauge, counter }: Maker) {
  const progress = gauge(
    'seoga_ranking_progress_ratio',
    'Share of the months of the ranking run under way, or of the last one, that are counted',
  );
  const published = gauge(
    'seoga_ranking_published_timestamp_seconds',
    'When lists were published last, by kind of run',
    'kind',
  );
  const seconds = gauge(
    'seoga_ranking_run_seconds',
    'How long the last ranking run took, by kind of run',
    'kind',
  );
  const errors = counter(
    'seoga_ranking_errors_total',
    'Ranking runs that failed; the last lists stayed in force',
  );
  return {
    /** Share of a ranking run's months counted so far, 0 to 1. */
    setRankingProgress: (share: number) => progress.set(share),
    /** A ranking run published its lists. */
    recordRankingRun(kind: string, elapsedMs: number, nowMs: number) {
      published.set({ kind }, nowMs / 1000);
      seconds.set({ kind }, elapsedMs / 1000);
    },
    countRankingError: () => errors.inc(),
  };
}

/** The series appear with the first figures, because an embedded store has none. */
function sharedMetrics({ gauge }: Maker) {
  const create = () => ({
    connections: gauge(
      'seoga_database_connections',
      'Connections to PostgreSQL, and calls that wait for one',
      'state',
    ),
    age: gauge(
      'seoga_replica_age_seconds',
      "Time since this instance's copy of the catalogue was known to be complete",
    ),
    jobs: gauge('seoga_runs_jobs', '1 on the instance that runs the jobs of the schedule'),
  });
  let gauges: ReturnType<typeof create> | null = null;
  return ({ open, idle, waiting, replicaAgeMs, runsJobs }: SharedFigures) => {
    gauges ??= create();
    gauges.connections.set({ state: 'busy' }, open - idle);
    gauges.connections.set({ state: 'idle' }, idle);
    gauges.connections.set({ state: 'waiting' }, waiting);
    gauges.age.set(replicaAgeMs / 1000);
    gauges.jobs.set(runsJobs ? 1 : 0);
  };
}

function importMetrics({ gauge, counter }: Maker) {
  const imports = counter(
    'seoga_imports_total',
    'Attempts to import a feed since the start, by way and outcome',
    'by',
    'outcome',
  );
  const last = gauge('seoga_import_timestamp_seconds', 'When an import of each way succeeded last', 'by');
  return {
    /** Adds finished attempts to import a feed, 0 to begin with. `by` is command, console or token. */
    addImports: (by: string, outcome: string, count: number) => imports.inc({ by, outcome }, count),
    /** When an import by this way last succeeded, even before the start. */
    setLastImport: (by: string, endedAtMs: number) => last.set({ by }, endedAtMs / 1000),
  };
}

function healthMetrics({ gauge }: Maker) {
  const check = gauge(
    'seoga_check_ok',
    '1 where the last look found a part of the service in order, by check',
    'check',
  );
  const free = gauge('seoga_disk_free_bytes', 'Bytes free on the disk of the data folder');
  const data = gauge('seoga_data_bytes', 'Bytes of all files in the data folder');
  const tallied = gauge(
    'seoga_lists_tallied_timestamp_seconds',
    'When all lists were tallied last; 0 = never',
  );
  const oldest = gauge(
    'seoga_mail_oldest_timestamp_seconds',
    'When the oldest waiting mail was written; 0 = none',
  );
  const backup = gauge(
    'seoga_backup_timestamp_seconds',
    'When "seoga backup" last finished a backup of this data folder; 0 = never',
  );
  return ({ health, diskFreeBytes, dataBytes, talliedAtMs, oldestMailMs, backupAtMs }: Look) => {
    for (const name of HEALTH_CHECKS) check.set({ check: name }, health[name] === null ? 1 : 0);
    free.set(diskFreeBytes);
    data.set(dataBytes);
    tallied.set((talliedAtMs ?? 0) / 1000);
    backup.set((backupAtMs ?? 0) / 1000);
    oldest.set((oldestMailMs ?? 0) / 1000);
  };
}
