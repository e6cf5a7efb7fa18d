export interface Job<Result = unknown> {
  readonly name: string;
  /** The shortest time between two runs in ms; `day` = once each day in Korea. */
  readonly every: number | 'day';
  /** Every server runs the job, not only the holder of the job lease. */
  readonly onEachServer?: true;
  /** Never called during another run. A daily job that resolves to false is repeated within seconds. */
  run(): Promise<Result>;
}
