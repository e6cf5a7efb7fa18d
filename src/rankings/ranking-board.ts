import type { RankingDesk, RunKind, RunUnderWay } from './ranking-desk.ts';

/** Where those who want a run and the one who makes runs tell each other, within one process. */
export interface RankingBoard extends Pick<RankingDesk, 'underWay' | 'asked' | 'ask'> {
  /** What is asked for; nobody asks for it any more then. */
  takeAsked(): RunKind | null;
  begin(run: Pick<RunUnderWay, 'kind' | 'cause' | 'startedAtMs'>): void;
  progress(monthsDone: number, monthsTotal: number): void;
  end(): void;
}

export function createRankingBoard(): RankingBoard {
  let asked: RunKind | null = null;
  let underWay: RunUnderWay | null = null;
  return {
    underWay: () => underWay,
    asked: () => asked,
    ask(kind) {
      if (asked !== 'tally') asked = kind;
    },
    takeAsked() {
      const taken = asked;
      asked = null;
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
