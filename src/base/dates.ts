import { type KstDay, kstDayStartMs, parseKstDay } from '../clock.ts';

const YEAR_MIN = '1900';
const YEAR_MAX = '2999';

/** Unix milliseconds of an ISO 8601 instant with offset; null for other texts and for times that don't exist. */
export function parseInstant(text: string): number | null {
  return INSTANT.test(text) && dayOf(text.slice(0, 10)) !== null ? Date.parse(text) : null;
}

/** The start of a date in Korea, or of its first day if only the month or the year is given; null for other texts. */
export function parseDayStart(text: string): number | null {
  const day = dayOf(parseDate(text) ?? '');
  return day === null ? null : kstDayStartMs(day);
}

/** Converts yyyyMMdd, yyyy-MM and yyyy to yyyy-MM-dd, with 01 for missing parts; null for texts that aren't dates. */
export function parseDate(text: string): string | null {
  const date = fullDate(text);
  return parseKstDay(date) === null ? null : date;
}

function fullDate(text: string): string {
  if (/^\d{4}$/.test(text)) return `${text}-01-01`;
  if (/^\d{4}-\d\d$/.test(text)) return `${text}-01`;
  if (/^\d{8}$/.test(text)) return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return text;
}

/** Null if the day doesn't exist, or its year is a typing error such as 0001 or 20024. */
function dayOf(date: string): KstDay | null {
  return date < YEAR_MIN || date.slice(0, 4) > YEAR_MAX ? null : parseKstDay(date);
}

const INSTANT =
  /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
