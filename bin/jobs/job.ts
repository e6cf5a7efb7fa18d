/** Work that a server repeats on a schedule (bin/jobs/run-jobs.ts). */
export interface Job<Result = unknown> {
  /** Its name in the log when it fails. */
  readonly name: string;
  /** The shortest time between two starts in ms, or once each day in Korea. */
  readonly every: number | 'day';
  /** Whether every server does it, not only the one with the lease of the jobs. */
  readonly onEachServer?: true;
  /** Never called while it is under way. A daily job that resolves to false is called again soon. */
  run(): Promise<Result>;
}
