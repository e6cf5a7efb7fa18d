const KOREA_OFFSET_MS = 9 * 3_600_000;

/** A day in Korea as the API writes it, in every language: 2026-11-22. */
export function dayOf(atMs: number): string {
  return inKorea(atMs).slice(0, 10);
}

/** Day and time in Korea: 2026-11-22 07:58, with `seconds` 2026-11-22 07:58:03. */
export function momentOf(atMs: number, seconds = false): string {
  return `${dayOf(atMs)} ${inKorea(atMs).slice(11, seconds ? 19 : 16)}`;
}

/** Time of day in Korea: 07:58. */
export function timeOf(atMs: number): string {
  return inKorea(atMs).slice(11, 16);
}

function inKorea(atMs: number): string {
  return new Date(atMs + KOREA_OFFSET_MS).toISOString();
}
