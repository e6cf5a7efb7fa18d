/** Work that a server repeats on a schedule (bin/jobs/run-jobs.ts). */
export interface Job<Result = unknown> {
  /** Its name in the log when it fails. */
  readonly name: string;
  /** The shortest time between two starts in ms, or once each day in Korea. */
  readonly every: number | 'day';
  /** Of several servers on one database, all do it, rather than only the one that runs the jobs. */
  readonly onEachServer?: true;
  /** Never called while it is under way. A daily job that resolves to false is called again soon. */
  run(): Promise<Result>;
}
