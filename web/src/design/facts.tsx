import type { ReactNode } from 'react';

interface FactsProps {
  /** Names and values. */
  readonly facts: readonly (readonly [string, ReactNode])[];
  /** In columns, where there are many. */
  readonly isGrid?: boolean;
}

/** Few words and figures about something, each under its name. */
export function Facts({ facts, isGrid = false }: FactsProps) {
  const look = isGrid
    ? 'grid gap-x-10 gap-y-4 sm:grid-cols-3 lg:grid-cols-5'
    : 'flex flex-wrap gap-x-12 gap-y-3';
  return (
    <dl className={look}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-soft">{name}</dt>
          <dd className={`font-semibold tabular-nums ${isGrid ? 'text-lg' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
