import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { ResponseObserver } from './app.ts';

/** Figures from a health check. Times are in Unix ms; null = never, or no mail is waiting. */
export interface HealthFigures {
  readonly diskFreeBytes: number;
  readonly dataBytes: number;
  readonly talliedAtMs: number | null;
  readonly oldestMailMs: number | null;
  readonly backupAtMs: number | null;
}

export interface LastCheck extends HealthFigures {
  readonly health: Health;
}

export interface SharedFigures {
  /** Connections to the database, how many of them are idle, and calls waiting for one. */
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly runsJobs: boolean;
}

type Meaning = readonly [help: string, ...labels: string[]];

const COUNTERS = {
  seoga_gate_write_errors_total: [
    'Batches of call counts that could not be written; their calls were answered 503',
  ],
  seoga_ranking_errors_total: ['Ranking runs that failed; the last lists stayed in force'],
  seoga_imports_total: ['Attempts to import a feed since the start, by way and outcome', 'by', 'outcome'],
} as const satisfies Record<string, Meaning>;

const GAUGES = {
  seoga_check_ok: ['1 where the last check found a part of the service in order, by check', 'check'],
  seoga_disk_free_bytes: ['Bytes free on the disk of the data folder'],
  seoga_data_bytes: ['Bytes of all files in the data folder'],
  seoga_lists_tallied_timestamp_seconds: ['When all lists were tallied last; 0 = never'],
  seoga_mail_oldest_timestamp_seconds: ['When the oldest waiting mail was written; 0 = none'],
  seoga_backup_timestamp_seconds: [
    'When "seoga backup" last finished a backup of this data folder; 0 = never',
  ],
  seoga_import_timestamp_seconds: ['When an import of each way succeeded last', 'by'],
  seoga_ranking_progress_ratio: [
    'Share of the months of the ranking run under way, or of the last one, that are counted',
  ],
  seoga_ranking_published_timestamp_seconds: ['When lists were published last, by kind of run', 'kind'],
  seoga_ranking_run_seconds: ['How long the last ranking run took, by kind of run', 'kind'],
} as const satisfies Record<string, Meaning>;

/** Registered only by instances that share a store. */
const SHARED_GAUGES = {
  seoga_database_connections: ['Connections to PostgreSQL, and calls that wait for one', 'state'],
  seoga_runs_jobs: ['1 on the instance that runs the jobs of the schedule'],
} as const satisfies Record<string, Meaning>;

const MEANINGS = { ...GAUGES, ...SHARED_GAUGES };
type Labels = Readonly<Record<string, string>>;

/** Operators' figures in Prometheus format. Labels never contain API keys or queries. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const optionsOf = (name: string, [help, ...labelNames]: Meaning) => ({ name, help, labelNames, registers });
  const counters = new Map(
    Object.entries(COUNTERS).map(([name, meaning]) => [name, new Counter<string>(optionsOf(name, meaning))]),
  );
  const gauges = new Map<string, Gauge<string>>();
  const gaugeOf = (name: keyof typeof MEANINGS) => {
    const gauge = gauges.get(name) ?? new Gauge<string>(optionsOf(name, MEANINGS[name]));
    gauges.set(name, gauge);
    return gauge;
  };
  for (const name of Object.keys(GAUGES)) gaugeOf(name as keyof typeof GAUGES);
  const set = (name: keyof typeof MEANINGS, value: number, labels: Labels = {}) =>
    gaugeOf(name).set(labels, value);
  let last: LastCheck | null = null;
  return {
    observe: requestMetrics(registry),
    /** Adds `count` to a counter. With 0, the series appears in the metrics. */
    add: (name: keyof typeof COUNTERS, count = 1, labels: Labels = {}) =>
      counters.get(name)?.inc(labels, count),
    set,
    setHealth(health: Health, figures: HealthFigures) {
      last = { health, ...figures };
      for (const check of HEALTH_CHECKS) set('seoga_check_ok', health[check] === null ? 1 : 0, { check });
      set('seoga_disk_free_bytes', figures.diskFreeBytes);
      set('seoga_data_bytes', figures.dataBytes);
      set('seoga_lists_tallied_timestamp_seconds', (figures.talliedAtMs ?? 0) / 1000);
      set('seoga_backup_timestamp_seconds', (figures.backupAtMs ?? 0) / 1000);
      set('seoga_mail_oldest_timestamp_seconds', (figures.oldestMailMs ?? 0) / 1000);
    },
    lastCheck: (): LastCheck | null => last,
    setShared({ open, idle, waiting, runsJobs }: SharedFigures) {
      for (const [state, count] of Object.entries({ busy: open - idle, idle, waiting }))
        set('seoga_database_connections', count, { state });
      set('seoga_runs_jobs', runsJobs ? 1 : 0);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
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
  // Series are cached: the library sorts and joins the labels whenever it looks up a series.
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

/** Only the checks in NEEDED decide whether the service is ready. The others tell operators of problems. */
export const HEALTH_CHECKS = ['calls', 'lists', 'search', 'age', 'mail', 'clock'] as const;
export type HealthCheckName = (typeof HEALTH_CHECKS)[number];

const NEEDED: readonly HealthCheckName[] = ['calls', 'lists', 'search'];

/** The result of each check: null = fine, otherwise the problem, in words for the operator. */
export type Health = Readonly<Record<HealthCheckName, string | null>>;

export type HealthReport = ReturnType<typeof healthReport>;

/** The body of /health/ready. `obstacle` is why the server doesn't serve: it is starting or stopping. Null = it serves. */
export function healthReport(health: Health, obstacle: string | null) {
  const checks = Object.fromEntries(HEALTH_CHECKS.map((name) => [name, health[name] ?? 'ok']));
  const ready = obstacle === null && NEEDED.every((name) => health[name] === null);
  return obstacle === null ? { ready, checks } : { ready, state: obstacle, checks };
}
