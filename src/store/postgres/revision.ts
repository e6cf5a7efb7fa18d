import { oneAtATick } from '../../base/one-at-a-tick.ts';
import type { Reader } from '../../sql-database.ts';

/** The last known revision of what readers see, from the gate's replies and pages' queries. */
export type SharedRevision = ReturnType<typeof createSharedRevision>;

export function createSharedRevision({ query }: Reader) {
  let known = -1;
  // Grows even if the database's number falls, as after a restore, so no cache entry of an older state is used.
  let current = 0;
  /** Call it before a query for the revision, and its result with the reply. Replies that come too late are ignored. */
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
