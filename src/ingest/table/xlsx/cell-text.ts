/** How a cell's number is shown: as it is, or as a date with or without a time of day. */
export type NumberFormat = 'number' | 'date';

/** Formats that every workbook has without saying so: dates and times, also those of Korean, Japanese and Chinese. */
export function isBuiltInDate(formatId: number): boolean {
  return (
    (formatId >= 14 && formatId <= 22) ||
    (formatId >= 27 && formatId <= 36) ||
    (formatId >= 45 && formatId <= 47) ||
    (formatId >= 50 && formatId <= 58)
  );
}

/** Whether a format of the workbook's own shows a date or a time: letters for them outside of quotes and brackets. */
export function isDateFormat(code: string): boolean {
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ''));
}

/** The text of a number as a CSV file would have it; numbers that aren't any stay as they are written. */
export function numberText(written: string, format: NumberFormat, is1904: boolean): string {
  const value = Number(written);
  if (written.trim() === '' || !Number.isFinite(value)) return written;
  return format === 'date' ? (serialDate(value, is1904) ?? String(value)) : String(value);
}

const DAY_MS = 86_400_000;
/** Days from the start of a workbook's calendar to 1970. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;
/** 9999-12-31. */
const SERIAL_MAX = 2_958_465;

/**
 * The date of a spreadsheet's day number, as yyyy-MM-dd or, with a time of day, yyyy-MM-dd HH:mm:ss; null for numbers that
 * are no day. Times have no zone.
 */
export function serialDate(serial: number, is1904 = false): string | null {
  if (serial < 1 || serial > SERIAL_MAX) return null;
  // The first calendar counts a 29 February 1900, which never was.
  const days = !is1904 && serial < 61 ? serial + 1 : serial;
  const atMs = Math.round(((days - (is1904 ? EPOCH_1904 : EPOCH_1900)) * DAY_MS) / 1000) * 1000;
  const iso = new Date(atMs).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Characters that XML can't hold are written as `_x000D_`. */
export function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
