import { oneAtATick } from '../../base/one-at-a-tick.ts';
import type { Reader } from '../../sql-database.ts';

/** The number of what readers see, as this process has heard of it: with each reply of the gate, and whenever a page asks. */
export type SharedRevision = ReturnType<typeof createSharedRevision>;

export function createSharedRevision({ query }: Reader) {
  let known = -1;
  // Counts on even where the database's number goes back, as after a restore, so that nothing kept of another state has it.
  let current = 0;
  /** To be called before asking. Returns what takes the reply: one that was overtaken by another is no news. */
  const ask = () => {
    const before = known;
    return (revision: number): void => {
      if (revision <= known && revision >= before) return;
      known = revision;
      current += 1;
    };
  };
  const read = oneAtATick<string, number>(async () => {
    const hear = ask();
    const [state] = await query<{ revision: number }>('SELECT revision FROM catalog_state');
    hear(state?.revision ?? 0);
    return new Map([['revision', current]]);
  });
  return {
    ask,
    current: (): number => current,
    latest: async (): Promise<number> => (await read(['revision'])).get('revision') ?? current,
  };
}
