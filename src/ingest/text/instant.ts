import { kstDayStartMs, parseKstDay } from '../../clock.ts';
import { parsePartialDate } from './partial-date.ts';

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
  if (!INSTANT.test(text)) return null;
  const date = text.slice(0, 10);
  const day = parseKstDay(date);
  if (day === null || date < YEAR_MIN || date.slice(0, 4) > YEAR_MAX) return null;
  const zoneAt = text.endsWith('Z') ? text.length - 1 : text.length - OFFSET_LENGTH;
  const fraction = text.slice(20, zoneAt);
  return (
    kstDayStartMs(day) +
    KST_OFFSET_MS +
    (minutesOf(text.slice(11, 16)) - offsetMinutes(text.slice(zoneAt))) * MINUTE_MS +
    (text[16] === ':' ? Number(text.slice(17, 19)) * 1000 : 0) +
    (fraction === '' ? 0 : Number(fraction.padEnd(3, '0').slice(0, 3)))
  );
}

/**
 * Unix milliseconds of the start, in Korea, of a date alone or of its first day where only the month or the year is known; null
 * for other texts. A shop's export of daily totals has no times.
 */
export function parseDayStart(text: string): number | null {
  const date = parsePartialDate(text)?.date ?? '';
  const day = parseKstDay(date);
  if (day === null || date < YEAR_MIN || date.slice(0, 4) > YEAR_MAX) return null;
  return kstDayStartMs(day);
}

const INSTANT =
  /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** "+09:00" */
const OFFSET_LENGTH = 6;

function offsetMinutes(zone: string): number {
  if (zone === 'Z') return 0;
  return zone[0] === '-' ? -minutesOf(zone.slice(1)) : minutesOf(zone.slice(1));
}

/** Minutes of an "hh:mm". */
function minutesOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
}
