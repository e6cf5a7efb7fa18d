import type { RankingAdmin, RunKind, RunUnderWay } from './ranking-admin.ts';

/** Requests for ranking runs and the progress of the current run, as operators see them. */
export interface RunRequests extends Pick<RankingAdmin, 'underWay' | 'requested' | 'request'> {
  /** Returns the requested run and clears the request. */
  takeRequested(): Promise<RunKind | null>;
  begin(run: Pick<RunUnderWay, 'kind' | 'cause' | 'startedAtMs'>): Promise<void>;
  progress(monthsDone: number, monthsTotal: number): Promise<void>;
  end(): Promise<void>;
}

/** Requests in memory, for a single process. */
export function createRunRequests(): RunRequests {
  let requested: RunKind | null = null;
  let underWay: RunUnderWay | null = null;
  return {
    underWay: async () => underWay,
    requested: async () => requested,
    async request(kind) {
      if (requested !== 'tally') requested = kind;
    },
    async takeRequested() {
      const taken = requested;
      requested = null;
      return taken;
    },
    async begin(run) {
      underWay = { ...run, monthsDone: 0, monthsTotal: 0 };
    },
    async progress(monthsDone, monthsTotal) {
      if (underWay !== null) underWay = { ...underWay, monthsDone, monthsTotal };
    },
    async end() {
      underWay = null;
    },
  };
}
