/** What a part of bench/cluster.ts works on. */
export interface Cluster {
  readonly items: number;
  /** Calls a round. */
  readonly calls: number;
  readonly rounds: number;
  /** Items imported in files of 1,000. */
  readonly imported: number;
  readonly folder: string;
  /** PostgreSQL's main process. */
  readonly pid: number;
  /** The environment of an instance on PostgreSQL. */
  readonly settings: Readonly<Record<'SEOGA_DEMO' | 'SEOGA_DATABASE_URL', string>> &
    Readonly<Record<string, string>>;
}
