import {
  formatKstDay,
  formatKstMonth,
  formatKstWeek,
  type KstDay,
  kstMonthFirstDay,
  kstMonthOfDay,
  kstWeekFirstDay,
  kstWeekOfDay,
} from '../clock.ts';

/** The kinds of lists that are kept by date, with the periods of each: their numbers rise by one. */
export const DATED_KINDS = {
  monthly: { ofDay: kstMonthOfDay, firstDay: kstMonthFirstDay, format: formatKstMonth },
  weekly: { ofDay: kstWeekOfDay, firstDay: kstWeekFirstDay, format: formatKstWeek },
  daily: { ofDay: (day: KstDay) => day, firstDay: (day: KstDay) => day, format: formatKstDay },
} as const;
export type DatedKind = keyof typeof DATED_KINDS;

export function isDated(kind: string): kind is DatedKind {
  return kind in DATED_KINDS;
}

/** The month, week or day of a list. */
export interface DatedPeriod {
  readonly kind: DatedKind;
  readonly period: number;
}
