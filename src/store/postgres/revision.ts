import { oneAtATick } from '../../base/one-at-a-tick.ts';
import type { Reader } from '../../sql-database.ts';

/** The revision of what readers see, as last heard by this process: from each reply of the gate, and from pages' queries. */
export type SharedRevision = ReturnType<typeof createSharedRevision>;

export function createSharedRevision({ query }: Reader) {
  let known = -1;
  // Grows even when the database's number falls, as after a restore, so that no cache entry of an older state is used.
  let current = 0;
  /** Call it before each query for the revision. Returns a handler of the reply, which ignores replies that arrive too late. */
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
