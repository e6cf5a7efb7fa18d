import { formatKstInstant } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import type { Language } from '../../messages/languages.ts';
import type { Visit } from './visit.ts';

/** Making a format costs twenty times as much as using it. */
const agoFormats = new Map<Language, Intl.RelativeTimeFormat>();

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in words, such as 1.5 MB. */
export function sizeOf(visit: Visit, bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return visit.number(bytes / 1024 ** power, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
}

/** A duration: 0.3 s. */
export function secondsOf(visit: Visit, ms: number): string {
  const seconds = visit.number(ms / 1000, { maximumFractionDigits: 1 });
  return visit.words('console')('seconds', { seconds });
}

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** How long ago something was, in words. */
export function agoOf({ language, services }: Visit, atMs: number): string {
  const passedMs = services.clock.nowMs() - atMs;
  const [unit, ms] = STEPS.find(([, one]) => passedMs >= one) ?? ['second', 1000];
  const format = agoFormats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  agoFormats.set(language, format);
  return format.format(-Math.floor(passedMs / ms), unit);
}

/** A day in Korea as the API writes it, in every language: 2026-11-22. */
export function dayOf(atMs: number): string {
  return formatKstInstant(atMs).slice(0, 10);
}

/** Day and time in Korea: 2026-11-22 07:58. */
export function momentOf(atMs: number): string {
  return `${dayOf(atMs)} ${timeOf(atMs)}`;
}

/** Time of day in Korea: 07:58. */
export function timeOf(atMs: number): string {
  return formatKstInstant(atMs).slice(11, 16);
}

/** Day and time for tables, with seconds: in one line, or below each other on phones. */
export function moment(atMs: number): Html {
  const iso = new Date(atMs).toISOString();
  return html`<time datetime="${iso}"><span>${dayOf(atMs)}</span> <span>${formatKstInstant(atMs).slice(11, 19)}</span></time>`;
}
