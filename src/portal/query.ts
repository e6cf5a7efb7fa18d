import type { Query } from '../http/query-string.ts';
import { invalid } from './failures.ts';

/** A parameter that was sent once and is not empty; null when it is absent or empty. Throws INVALID. */
export function readText(query: Query, name: string, max: number): string | null {
  const value = query[name];
  if (value === undefined || value === '') return null;
  if (typeof value === 'string' && value.length <= max) return value;
  throw invalid(name, `at most ${max} characters are expected, once`, `${max}자까지 한 번 보낼 수 있습니다`);
}

/** One of a few words, or `fallback` when it is absent or empty. Throws INVALID. */
export function readChoice<T extends string, Fallback>(
  query: Query,
  name: string,
  allowed: readonly T[],
  fallback: Fallback,
): T | Fallback {
  const value = readText(query, name, 40);
  if (value === null) return fallback;
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw invalid(name, `one of ${allowed.join(', ')} is expected`, `쓸 수 있는 값: ${allowed.join(', ')}`);
}

/** A whole number from 1 on, null when it is absent or empty. Throws INVALID. */
export function readNumber(query: Query, name: string): number | null {
  const value = readText(query, name, 15);
  if (value === null) return null;
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw invalid(name, 'a whole number from 1 on is expected', '1 이상의 정수를 보내야 합니다');
}

const PAGE_MAX = 999_999;

/** The page that is asked for, the first one when none is. Throws INVALID. */
export function readPage(query: Query): number {
  const page = readNumber(query, 'page') ?? 1;
  if (page <= PAGE_MAX) return page;
  throw invalid('page', `at most ${PAGE_MAX} is expected`, `${PAGE_MAX}까지 보낼 수 있습니다`);
}
