import type { FeedProblem } from './feed-record.ts';

/** Problems of one field for one reason. */
export interface ProblemGroup {
  readonly field: string;
  readonly count: number;
  /** The first ones: EXAMPLES_MAX, or as many as were asked for. */
  readonly examples: readonly FeedProblem[];
}

export const EXAMPLES_MAX = 3;

/** Groups problems whose reasons differ in values and numbers alone, the largest group first. */
export function groupProblems(
  problems: readonly FeedProblem[],
  examplesMax = EXAMPLES_MAX,
): readonly ProblemGroup[] {
  const groups = new Map<string, { field: string; count: number; examples: FeedProblem[] }>();
  for (const problem of problems) {
    const { field, reason } = problem;
    const kind = `${field} ${reason.en.replace(/"(?:[^"\\]|\\.)*"|“[^”]*”/g, '""').replace(/\d+/g, '0')}`;
    const group = groups.get(kind) ?? { field, count: 0, examples: [] };
    group.count++;
    if (group.examples.length < examplesMax) group.examples.push(problem);
    groups.set(kind, group);
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
}
