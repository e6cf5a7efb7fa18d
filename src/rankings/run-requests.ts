import type { RankingAdmin, RunKind, RunUnderWay } from './ranking-admin.ts';

/** Requests for ranking runs and the progress of the run under way, shared within one process. */
export interface RunRequests extends Pick<RankingAdmin, 'underWay' | 'requested' | 'request'> {
  /** Returns the requested run and clears the request. */
  takeRequested(): RunKind | null;
  begin(run: Pick<RunUnderWay, 'kind' | 'cause' | 'startedAtMs'>): void;
  progress(monthsDone: number, monthsTotal: number): void;
  end(): void;
}

export function createRunRequests(): RunRequests {
  let requested: RunKind | null = null;
  let underWay: RunUnderWay | null = null;
  return {
    underWay: () => underWay,
    requested: () => requested,
    request(kind) {
      if (requested !== 'tally') requested = kind;
    },
    takeRequested() {
      const taken = requested;
      requested = null;
      return taken;
    },
    begin(run) {
      underWay = { ...run, monthsDone: 0, monthsTotal: 0 };
    },
    progress(monthsDone, monthsTotal) {
      if (underWay !== null) underWay = { ...underWay, monthsDone, monthsTotal };
    },
    end() {
      underWay = null;
    },
  };
}
