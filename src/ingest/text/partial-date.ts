import { parseKstDay } from '../../clock.ts';

/** A date as far as it is known. */
export interface PartialDate {
  /** yyyy-MM-dd, with 01 for what is unknown. */
  readonly date: string;
  readonly known: 'day' | 'month' | 'year';
}

/** Reads yyyy-MM-dd, yyyyMMdd, yyyy-MM or yyyy; null for another form or a date that doesn't exist. */
export function parsePartialDate(text: string): PartialDate | null {
  const date = fullDate(text);
  if (date === null || parseKstDay(date) === null) return null;
  return { date, known: text.length >= 8 ? 'day' : text.length === 7 ? 'month' : 'year' };
}

function fullDate(text: string): string | null {
  if (/^\d{4}$/.test(text)) return `${text}-01-01`;
  if (/^\d{4}-\d\d$/.test(text)) return `${text}-01`;
  if (/^\d{8}$/.test(text)) return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return text;
}
