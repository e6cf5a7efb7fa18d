import type { Cleanup } from '../../test/support/temp-dir.ts';

/** What a part of bench/cluster.ts works on, and where it hangs its clean-up. */
export interface Cluster extends Cleanup {
  readonly items: number;
  /** Calls a round. */
  readonly calls: number;
  readonly rounds: number;
  readonly folder: string;
  /** PostgreSQL's main process. */
  readonly pid: number;
  /** Where PostgreSQL is. */
  readonly url: string;
  /** The environment of an instance on PostgreSQL. */
  readonly settings: Readonly<Record<string, string>>;
}
