import { useFormatter } from 'use-intl';

interface MomentProps {
  readonly atMs: number;
  /** `medium` (the default) tells the seconds. */
  readonly timeStyle?: 'short' | 'medium';
}

/** Day and time in Korea for tables: in one line, or below each other on phones. */
export function Moment({ atMs, timeStyle = 'medium' }: MomentProps) {
  const format = useFormatter();
  const at = new Date(atMs);
  return (
    <time dateTime={at.toISOString()} className="tabular-nums sm:whitespace-nowrap">
      <span className="whitespace-nowrap">{format.dateTime(at, { dateStyle: 'medium' })}</span>{' '}
      <span className="whitespace-nowrap">{format.dateTime(at, { timeStyle })}</span>
    </time>
  );
}
