import { kstDayStartMs, parseKstDay } from '../clock.ts';

/** Instants outside of these years are slips of the pen (0001-01-01, 20024-…) and would upset no list but themselves. */
const YEAR_MIN = '1900';
const YEAR_MAX = '2999';

const MINUTE_MS = 60_000;
/** The start of a KST day, as UTC counts the day of the same name. */
const KST_OFFSET_MS = -kstDayStartMs(0);

/**
 * Unix milliseconds of an ISO 8601 instant with offset (2026-11-20T14:03:11+09:00, …Z; seconds and their fraction
 * may be missing), or null when the form is another, the offset is missing, or there is no such day or time.
 */
export function parseInstant(text: string): number | null {
  const parts = INSTANT.exec(text);
  if (parts === null) return null;
  const [, date = '', hour, minute, second, fraction, sign, offsetHour, offsetMinute] = parts;
  const day = parseKstDay(date);
  if (day === null || date < YEAR_MIN || date.slice(0, 4) > YEAR_MAX) return null;
  const offset =
    sign === undefined ? 0 : Number(`${sign}1`) * (Number(offsetHour) * 60 + Number(offsetMinute));
  return (
    kstDayStartMs(day) +
    KST_OFFSET_MS +
    (Number(hour) * 60 + Number(minute) - offset) * MINUTE_MS +
    Number(second ?? 0) * 1000 +
    Number((fraction ?? '').padEnd(3, '0').slice(0, 3))
  );
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
