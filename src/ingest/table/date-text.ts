import { message } from '../../messages/messages.ts';
import { type Reason, show } from '../feed-record.ts';

/** A date in the form of feeds, or the original text if it can't be read. */
export interface DateText {
  readonly date: string;
  readonly lost?: Reason;
}

/** Parses text in the format of a mapping's `date`, such as `dd.MM.yyyy` or `d MMM yyyy`; null for other text. */
export type DateFormat = (text: string) => string | null;

const PARTS: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<year>\\d{2})',
  MMM: '(?<name>\\p{L}{3,9})\\.?',
  MM: '(?<month>\\d{1,2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{1,2})',
  d: '(?<day>\\d{1,2})',
};

/** Null for an invalid format, such as a format without a year or with an unknown letter. */
export function parseDateFormat(format: string): DateFormat | null {
  if (format.length > FORMAT_LENGTH_MAX) return null;
  // Times of day are parsed whatever the format says.
  const day = format.replace(/[ T]+H{1,2}:mm(?::ss)?$/, '');
  const tokens = day.match(/yyyy|yy|MMM|MM|M|dd|d|[^yMd]+|./g) ?? [];
  if (tokens.some((token) => PARTS[token] === undefined && !/^[\P{L}년월일]+$/u.test(token))) return null;
  const source = tokens.map((token) => PARTS[token] ?? RegExp.escape(token)).join('');
  const names = [...source.matchAll(/\?<(\w+)>/g)].map(([, name]) => (name === 'name' ? 'month' : name));
  if (!names.includes('year') || !names.includes('month') || new Set(names).size < names.length) return null;
  const pattern = new RegExp(`^${source}$`, 'u');
  return (text) => dateBy(pattern, text);
}

const FORMAT_LENGTH_MAX = 100;

/** Reads notations with a certain order, day numbers, and years in library style (`c2015`). 01/05/2024 needs a format. */
export function dateOf(text: string, format: DateFormat | null): DateText {
  const read = dayOf(text, format);
  if (FULL_DATE.test(read.date)) return read;
  const timed = instantOf(text, format);
  const day = timed.date.replace(/T.*$/, '');
  if (FULL_DATE.test(day)) return { date: day };
  const bare = text.normalize('NFKC').replace(AROUND_DATE, '').replace(BEHIND_DATE, '');
  return { ...timed, ...read, date: bare === '' ? text : dayOf(bare, format).date };
}

/** A day in one notation, so that it can be part of an order number. */
export function dayName(text: string, format: DateFormat | null): string {
  return dateOf(text, format).date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}

const AROUND_DATE = /^(?:\(c\)|[\s[(<{]*)(?:(?:cop(?:yright)?|ca?|p|[©℗])[.:]?(?=\s*\d{4}))?\s*/i;
const BEHIND_DATE = /(?<=\d.*)(?:\s*[([].*|[\])>}?.,\s]+|년?\s?경)$/u;
const WEEKDAY =
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? | ?(?:\([월화수목금토일]\)|[월화수목금토일]요일)$/gi;
const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/;

function dayOf(text: string, format: DateFormat | null): DateText {
  const day = text.replace(WEEKDAY, '');
  const forms = FORMS.values().map((form) => dateBy(form, day));
  const read = format?.(day) ?? forms.find((date) => date !== null) ?? serial(day);
  // Databases write zeros for a month or a day that is unknown.
  if (read !== null) return { date: read.slice(0, 10).replace(/(?:-00)+$/, '') };
  if (!/^\d{1,2}([/-])\d{1,2}\1(?:\d{4}|\d{2})$/.test(text)) return { date: text };
  return { date: text, lost: message('feeds.dateOrder', { shown: show(text) }) };
}

/** Reads a date with or without a time of day. A time without an offset or a zone is Korean. */
export function instantOf(written: string, format: DateFormat | null): DateText {
  const [, timed = '', offset = ''] = /^(.*\d) ?(Z|UTC|GMT|KST|[+-]\d{2}:?\d{2})$/.exec(written) ?? [];
  if (/[:T]/.test(timed)) {
    const local = localOf(timed, format);
    const colon = offset.replace(/^(.\d\d):?(\d\d)$/, '$1:$2');
    return { ...local, date: local.date.replace(/\+09:00$/, OFFSETS[offset] ?? colon) };
  }
  const zone = Object.keys(ZONES).find((name) => written.endsWith(` ${name}`));
  if (zone === undefined) return localOf(written, format);
  const local = localOf(written.slice(0, -zone.length - 1), format);
  return { ...local, date: inZone(local.date, ZONES[zone] ?? '') };
}

const OFFSETS: Readonly<Record<string, string>> = { Z: 'Z', UTC: 'Z', GMT: 'Z', KST: '+09:00' };

const ZONES: Readonly<Record<string, string>> = {
  Seoul: 'Asia/Seoul',
  'Eastern Time (US & Canada)': 'America/New_York',
  'Central Time (US & Canada)': 'America/Chicago',
  'Mountain Time (US & Canada)': 'America/Denver',
  'Pacific Time (US & Canada)': 'America/Los_Angeles',
  London: 'Europe/London',
  Dublin: 'Europe/Dublin',
  Paris: 'Europe/Paris',
  Tokyo: 'Asia/Tokyo',
  Sydney: 'Australia/Sydney',
};

function inZone(korean: string, timeZone: string): string {
  const wall = Date.parse(korean.replace(/\+09:00$/, 'Z'));
  if (Number.isNaN(wall) || !korean.endsWith('+09:00')) return korean;
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(wall);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00';
  return korean.replace(/\+09:00$/, offset);
}

function localOf(text: string, format: DateFormat | null): DateText {
  const [day, time = '00:00:00'] = serial(text)?.split(' ') ?? [];
  if (day !== undefined) return { date: time === '00:00:00' ? day : `${day}T${time}+09:00` };
  const parts = TIMES.find((form) => form.test(text))?.exec(text)?.groups;
  if (parts === undefined) return dayOf(text, format);
  const { day: written = '', half = '', hour = '', minute = '', second = '00' } = parts;
  // Tills write the day without separators when a time follows.
  const dashed = written.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const read = dayOf(dashed, format);
  const isAfternoon = /오후|pm/i.test(half);
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
  const clock = `${String(hours).padStart(2, '0')}:${minute.padStart(2, '0')}:${second.padStart(2, '0')}`;
  return { ...read, date: `${read.date}T${clock}+09:00` };
}

/** Notations of a day with a time of day. A time without separators is recognised only after a complete day. */
const TIMES = [
  /^(?<day>.+?)[ T]+(?<half>오전 |오후 |AM |PM )?(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d{1,6})?)?$/i,
  /^(?<day>.+?)[ T]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d{1,6})?)?(?<half> ?[AP]M)$/i,
  /^(?<day>.+?)[ T]+(?<half>오전 |오후 )?(?<hour>\d{1,2})시 ?(?<minute>\d{1,2})분(?: ?(?<second>\d{1,2})초)?$/,
  /^(?<day>\d{4}[./-]?\d{1,2}[./-]?\d{1,2})[ T]+(?<hour>\d{1,2})(?<minute>\d{2})(?<second>\d{2})?$/,
  /^(?<day>(?:19|20)\d{6})(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?$/,
];

/** Notations with a certain order of day and month. With dots, dd.MM.yyyy is German and yy.MM.dd Korean. */
const FORMS = [
  // 2024, 2008.0; 2024.5.1, 2024/05, 2024년 5월 1일
  /^(?<year>\d{4})(?:\.0+|년)?$/,
  /^(?<year>\d{4})(?:[./-]|년) ?(?<month>\d{1,2})(?:(?:[./-]|월) ?(?<day>\d{1,2}))?[.월일]?$/,
  // 1.5.2024; 24.5.1
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})$/,
  /^['’]?(?<year>\d{2})(?:\.|년) ?(?<month>\d{1,2})(?:\.|월) ?(?<day>\d{1,2})[.일]?$/,
  // May 1, 2024; May 2024; May-01-24; 1 May 2024; 1-May-2024; 1-May-24
  /^(?<name>\p{L}{3,9})\.? (?:(?<day>\d{1,2})(?:st|nd|rd|th)?,? )?(?<year>\d{4})$/iu,
  /^(?<name>\p{L}{3,9})-(?<day>\d{1,2})-(?<year>\d{4}|\d{2})$/u,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -](?<name>\p{L}{3,9})\.?,?[ -](?<year>\d{4}|(?<=-)\d{2})$/iu,
];

/** A date whose cell lost its format: a day number from 1950 to 2100. */
function serial(text: string): string | null {
  if (!/^\d{5}(?:\.\d{1,15})?$/.test(text)) return null;
  const day = Number(text);
  return day >= 18_264 && day < 73_416 ? serialDate(day) : null;
}

const DAY_MS = 86_400_000;
/** Days from the start of a workbook's calendar to 1970. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;
const SERIAL_MAX = 2_958_465;

/** A spreadsheet's day number as yyyy-MM-dd or, with a time of day, yyyy-MM-dd HH:mm:ss; null for other numbers. */
export function serialDate(dayNumber: number, is1904 = false): string | null {
  if (dayNumber < 1 || dayNumber > SERIAL_MAX) return null;
  // Excel's calendar counts 29 February 1900, a day that didn't exist.
  const days = !is1904 && dayNumber < 61 ? dayNumber + 1 : dayNumber;
  const atMs = Math.round(((days - (is1904 ? EPOCH_1904 : EPOCH_1900)) * DAY_MS) / 1000) * 1000;
  const iso = new Date(atMs).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Two-digit years up to 69 belong to this century. */
const CENTURY_PIVOT = 70;

/** The date in a pattern's named groups, as yyyy, yyyy-MM or yyyy-MM-dd; null if the text doesn't match. */
function dateBy(pattern: RegExp, text: string): string | null {
  const { year, month, name, day } = pattern.exec(text)?.groups ?? {};
  if (year === undefined) return null;
  const word = name?.toLowerCase().replace(/^sept$/, 'sep');
  const at = MONTHS.findIndex((one) => word === one || word === one.slice(0, 3));
  if (word !== undefined && at === -1) return null;
  const century = year.length === 4 ? '' : Number(year) < CENTURY_PIVOT ? '20' : '19';
  const parts = [century + year, word === undefined ? month : String(at + 1), day];
  return parts.flatMap((part) => part?.padStart(2, '0') ?? []).join('-');
}
