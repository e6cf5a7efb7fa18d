import type { Cleanup } from '../../test/support/temp-dir.ts';

/** What a part of bench/cluster.ts works on, and where it hangs its clean-up. */
export interface Cluster extends Cleanup {
  readonly items: number;
  readonly calls: number;
  readonly rounds: number;
  readonly folder: string;
  readonly pid: number;
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
}
