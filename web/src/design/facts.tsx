import type { ReactNode } from 'react';

interface FactsProps {
  /** Names and values. */
  readonly facts: readonly (readonly [string, ReactNode])[];
  /** In a line; in large figures, where there are many; in the columns of `className`; or in rows, each beside its name. */
  readonly layout?: keyof typeof LAYOUTS;
  readonly className?: string;
}

const LAYOUTS = {
  line: { list: 'flex flex-wrap gap-x-12 gap-y-3', fact: 'min-w-0', name: 'text-xs text-soft', value: '' },
  grid: {
    list: 'grid gap-x-10 gap-y-4 sm:grid-cols-3 lg:grid-cols-5',
    fact: '',
    name: 'text-xs text-soft',
    value: 'text-lg',
  },
  columns: { list: 'grid gap-x-10 gap-y-4', fact: 'min-w-0', name: 'text-xs text-soft', value: '' },
  rows: {
    list: 'grid gap-x-6 gap-y-1 sm:grid-cols-[11rem_1fr] sm:gap-y-2',
    fact: 'contents',
    name: 'text-soft',
    value: 'mb-2 sm:mb-0',
  },
} as const;

/** A few words and figures about something, each with its name. */
export function Facts({ facts, layout = 'line', className = '' }: FactsProps) {
  const look = LAYOUTS[layout];
  return (
    <dl className={`${look.list} ${className}`}>
      {facts.map(([name, value]) => (
        <div key={name} className={look.fact}>
          <dt className={look.name}>{name}</dt>
          <dd className={`font-semibold tabular-nums ${look.value}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
