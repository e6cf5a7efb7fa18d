import { type Html, html } from '../../http/html.ts';

const KOREA_OFFSET_MS = 9 * 3_600_000;

/** A day in Korea as the API writes it, in every language: 2026-11-22. */
export function dayOf(atMs: number): string {
  return inKorea(atMs).slice(0, 10);
}

/** Day and time in Korea: 2026-11-22 07:58. */
export function momentOf(atMs: number): string {
  return `${dayOf(atMs)} ${timeOf(atMs)}`;
}

/** Time of day in Korea: 07:58. */
export function timeOf(atMs: number): string {
  return inKorea(atMs).slice(11, 16);
}

/** Day and time for tables, with seconds: in one line, or below each other on phones. */
export function moment(atMs: number): Html {
  const iso = new Date(atMs).toISOString();
  return html`<time datetime="${iso}"><span>${dayOf(atMs)}</span> <span>${inKorea(atMs).slice(11, 19)}</span></time>`;
}

function inKorea(atMs: number): string {
  return new Date(atMs + KOREA_OFFSET_MS).toISOString();
}
