/** Work that a server repeats on a schedule (bin/jobs/run-jobs.ts). */
export interface Job<Result = unknown> {
  /** Names the job in the log when it fails. */
  readonly name: string;
  /** The shortest time between two runs in ms, or `day`: once each day in Korea. */
  readonly every: number | 'day';
  /** Set if every server runs the job, not only the one that holds the lease of the jobs. */
  readonly onEachServer?: true;
  /** Never called while another run is under way. If a daily job resolves to false, it runs again soon. */
  run(): Promise<Result>;
}
