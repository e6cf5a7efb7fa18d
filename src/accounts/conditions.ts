import type { SqlValue } from '../sql-database.ts';

/** A condition of a WHERE clause; each `$` in it stands for the next of its values. One with a null asks for nothing. */
type Condition = readonly [condition: string, ...values: (SqlValue | null)[]];

/**
 * The WHERE clause of the conditions that ask for something, all of which have to hold, with numbered values; empty
 * without any. Left-out conditions let the others use their indexes.
 */
export function whereOf(conditions: readonly Condition[]): { where: string; values: readonly SqlValue[] } {
  const asked = conditions.filter((condition) => !condition.includes(null));
  let number = 0;
  const numbered = asked.map(([condition]) => condition.replaceAll('$', () => `$${++number}`));
  return {
    where: numbered.length === 0 ? '' : `WHERE ${numbered.join(' AND ')}`,
    values: asked.flatMap(([, ...values]) => values),
  };
}
