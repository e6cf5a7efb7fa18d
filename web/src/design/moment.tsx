import { dayOf, momentOf } from './dates.ts';

interface MomentProps {
  readonly atMs: number;
  /** `medium` (the default) includes seconds. */
  readonly timeStyle?: 'short' | 'medium';
}

/** Day and time in Korea for tables: in one line, or below each other on phones. */
export function Moment({ atMs, timeStyle = 'medium' }: MomentProps) {
  const day = dayOf(atMs);
  const time = momentOf(atMs, timeStyle === 'medium').slice(day.length + 1);
  return (
    <time dateTime={new Date(atMs).toISOString()} className="tabular-nums sm:whitespace-nowrap">
      <span className="whitespace-nowrap">{day}</span> <span className="whitespace-nowrap">{time}</span>
    </time>
  );
}
