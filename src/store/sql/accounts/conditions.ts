import type { SqlValue } from '../sql-database.ts';

/** A condition of a WHERE clause; each `$` in it stands for the next of its values. */
export interface Condition {
  readonly condition: string;
  readonly values: readonly SqlValue[];
}

/** The WHERE clause of conditions that all have to hold, with numbered values; empty without any. */
export function whereOf(conditions: readonly Condition[]): { where: string; values: readonly SqlValue[] } {
  let number = 0;
  const numbered = conditions.map(({ condition }) =>
    condition.replaceAll('$', () => {
      number += 1;
      return `$${number}`;
    }),
  );
  return {
    where: numbered.length === 0 ? '' : `WHERE ${numbered.join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
  };
}
