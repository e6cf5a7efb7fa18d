import type { OnixNode } from './onix-node.ts';

/**
 * A date of a product in a form that feed records take: yyyy, yyyy-MM or yyyy-MM-dd; null when the text holds none.
 * The format (code list 55) may stand in an attribute, in an element beside, or nowhere: the digits show the rest.
 * Of a span the first day counts; a week and a quarter give their year.
 */
export function onixDate(node: OnixNode | null, formatBeside: string): string | null {
  const text = node?.text.trim() ?? '';
  const format = node?.dateFormat ?? formatBeside;
  if (format === '12') return null;
  const digits = /^(\d{4})-?(\d{2})?-?(\d{2})?/.exec(text);
  if (digits === null) return null;
  const [, year = '', month, day] = digits;
  if (YEAR_FORMATS.has(format) || month === undefined) return year;
  if (MONTH_FORMATS.has(format) || day === undefined) return `${year}-${month}`;
  return `${year}-${month}-${day}`;
}

/** Weeks, quarters, seasons and years, and spans of them. */
const YEAR_FORMATS: ReadonlySet<string> = new Set(['02', '03', '04', '05', '08', '09', '10', '11']);
/** Months and spans of months. */
const MONTH_FORMATS: ReadonlySet<string> = new Set(['01', '07']);
