/** The only reader of the wall clock, and the calendar of Korea (UTC+9, no daylight saving), whatever the machine's time zone. */

import { memoizeLast } from './base/memoize-last.ts';

const DAY_MS = 86_400_000;
const KST_OFFSET_MS = 9 * 3_600_000;

export interface Clock {
  /** Unix milliseconds. May jump either way. */
  nowMs(): number;
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonicMs(): number;
  /** Subtracts `skewMs` from the wall clock, so that all instances follow the database's clock. */
  takeOff?(skewMs: number): void;
}

let offMs = 0;

/** The machine's clock; with PostgreSQL, commands correct it to the clock of the database. */
export const systemClock: Clock = {
  nowMs: () => Date.now() - offMs,
  monotonicMs: () => performance.now(),
  takeOff(skewMs) {
    offMs = Math.round(skewMs);
  },
};

/** A clock for a worker thread. It begins with `startMs`, the wall time that the main thread has sent. */
export function clockFrom(startMs: number): Clock {
  const { monotonicMs } = systemClock;
  const startedMs = monotonicMs();
  return { nowMs: () => startMs + Math.floor(monotonicMs() - startedMs), monotonicMs };
}

/** A KST calendar day as the number of days since 1970-01-01. */
export type KstDay = number;

/** A KST calendar month as year * 12 + (month - 1). */
export type KstMonth = number;

/** An ISO week, Monday to Sunday, as the number of weeks since the week of 1970-01-01. */
export type KstWeek = number;

export function kstDayOf(epochMs: number): KstDay {
  return Math.floor((epochMs + KST_OFFSET_MS) / DAY_MS);
}

export function kstDayStartMs(day: KstDay): number {
  return day * DAY_MS - KST_OFFSET_MS;
}

export function formatKstDay(day: KstDay): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Parses yyyy-MM-dd. Null for dates that don't exist (all of year 0, too) and for other texts. */
export function parseKstDay(text: string): KstDay | null {
  if (!YEAR_MONTH_DATE.test(text)) return null;
  const ms = Date.parse(text);
  const date = text.slice(8);
  // Date.parse turns 02-30 into a day in March. The slow check with a Date is needed only after the 28th.
  return date <= '28' || new Date(ms).getUTCDate() === Number(date) ? ms / DAY_MS : null;
}

const YEAR_MONTH_DATE = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

export function kstMonthOfDay(day: KstDay): KstMonth {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function kstMonthFirstDay(month: KstMonth): KstDay {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
}

export function formatKstMonth(month: KstMonth): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}

export function parseKstMonth(text: string): KstMonth | null {
  const day = parseKstDay(`${text}-01`);
  return day === null ? null : kstMonthOfDay(day);
}

export function kstWeekOfDay(day: KstDay): KstWeek {
  return Math.floor((day + THURSDAY) / 7);
}

export function kstWeekFirstDay(week: KstWeek): KstDay {
  return week * 7 - THURSDAY;
}

const THURSDAY = 3;

/** yyyy-Www of a week, which belongs to the year of its Thursday (ISO 8601). */
export function formatKstWeek(week: KstWeek): string {
  const thursday = new Date(week * 7 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const ofYear = Math.floor((week * 7 - thursday.setUTCMonth(0, 1) / DAY_MS) / 7) + 1;
  return `${String(year).padStart(4, '0')}-W${String(ofYear).padStart(2, '0')}`;
}

/** The week of a yyyy-Www; null for other texts and for weeks that the year doesn't have. */
export function parseKstWeek(text: string): KstWeek | null {
  const [, year, ofYear] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  const week = kstWeekOfDay(kstMonthFirstDay(Number(year) * 12) + 3) + Number(ofYear) - 1;
  return formatKstWeek(week) === text ? week : null;
}

export function kstCompactDate(day: KstDay): string {
  return formatKstDay(day).replaceAll('-', '');
}

// Memoized, because a busy server sends many responses within a second.
const kstSecondText = memoizeLast((second: number) =>
  new Date(second * 1000 + KST_OFFSET_MS).toISOString().slice(0, 20),
);
const httpDateOfSecond = memoizeLast((second: number) => new Date(second * 1000).toUTCString());

/** The format of the header Date (RFC 9110, 5.6.7). */
export function httpDate(epochMs: number): string {
  return httpDateOfSecond(Math.floor(epochMs / 1000));
}

/** ISO 8601 with milliseconds and the +09:00 offset. */
export function formatKstInstant(epochMs: number): string {
  const second = Math.floor(epochMs / 1000);
  return `${kstSecondText(second)}${String(Math.floor(epochMs) - second * 1000).padStart(3, '0')}+09:00`;
}
