import type { ShopSize } from './shop.ts';

export type Step =
  | 'catalog'
  | 'ledger'
  | 'json'
  | 'tally'
  | 'refresh'
  | 'checksum'
  | 'bareFull'
  | 'bareNight'
  | 'pages';

/** What a process of one step is told. */
export interface BenchTask {
  readonly step: Step;
  readonly size: ShopSize;
  readonly folder: string;
  /** The time that the step takes it to be. */
  readonly nowMs: number;
  readonly onlyLastDay?: boolean;
}
