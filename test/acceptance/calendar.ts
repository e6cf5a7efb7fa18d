/**
 * Korean days for the suite, taken from the time zone database instead of the service's own arithmetic, so that
 * an error there cannot hide here. A day is the number of days since 1970-01-01.
 */

const DAY_MS = 86_400_000;

const seoul = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Seoul',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The present day in Korea. */
export function todayInKorea(): number {
  return Date.parse(`${seoul.format(Date.now()).slice(0, 10)}T00:00:00Z`) / DAY_MS;
}

/** Whole seconds from now to the next midnight in Korea. */
export function secondsToMidnightInKorea(): number {
  const [hours = 0, minutes = 0, seconds = 0] = seoul.format(Date.now()).slice(11).split(':').map(Number);
  return 86_400 - hours * 3600 - minutes * 60 - seconds;
}

/** yyyy-MM-dd. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** yyyy-Www of the week of a day: as ISO 8601 says, the week with January 4th is the first of its year. */
export function weekText(day: number): string {
  const monday = (any: number) => any - ((any + 3) % 7);
  for (const year of [1, 0, -1].map((ahead) => new Date(day * DAY_MS).getUTCFullYear() + ahead)) {
    const first = monday(Date.UTC(year, 0, 4) / DAY_MS);
    if (day >= first) return `${year}-W${String((monday(day) - first) / 7 + 1).padStart(2, '0')}`;
  }
  throw new RangeError(String(day));
}

/** The first day of the month `before` months before the one of a day. */
function monthStart(day: number, before = 0): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - before, 1) / DAY_MS;
}

/** The days by which the shop's sales are dated, as numbers of days. */
export type Days = ReturnType<typeof daysOf>;

/** The days that the shop's records are dated by. The lists speak of yesterday, so the shop moves with the calendar. */
export function daysOf(today: number) {
  const yesterday = today - 1;
  return {
    today,
    yesterday,
    /** First day of the month in which yesterday lies: the list that is asked for by default. */
    thisMonth: monthStart(yesterday),
    lastMonth: monthStart(yesterday, 1),
    monthBefore: monthStart(yesterday, 2),
  };
}
