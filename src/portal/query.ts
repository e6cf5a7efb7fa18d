import type { Query } from '../http/query-string.ts';
import { message } from '../messages/messages.ts';
import { invalid } from './failures.ts';

/** The parameters that a path takes, unchecked. */
export type SentQuery<Name extends string> = { readonly [One in Name]?: Query[string] };

/** A parameter that was sent once and is not empty; null when it is absent or empty. Throws INVALID. */
export function readText<Name extends string>(
  query: SentQuery<Name>,
  name: NoInfer<Name>,
  max: number,
): string | null {
  const value = query[name];
  if (value === undefined || value === '') return null;
  if (typeof value === 'string' && value.length <= max) return value;
  throw invalid(name, message('input.onceUpTo', { max }));
}

/** One of a few words, or `fallback` when it is absent or empty. Throws INVALID. */
export function readChoice<Name extends string, T extends string, Fallback>(
  query: SentQuery<Name>,
  name: NoInfer<Name>,
  allowed: readonly T[],
  fallback: Fallback,
): T | Fallback {
  const value = readText(query, name, 40);
  if (value === null) return fallback;
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw invalid(name, message('input.oneOf', { words: allowed.join(', ') }));
}

/** A whole number from 1 on, null when it is absent or empty. Throws INVALID. */
export function readNumber<Name extends string>(query: SentQuery<Name>, name: NoInfer<Name>): number | null {
  const value = readText(query, name, 15);
  if (value === null) return null;
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw invalid(name, message('input.fromOne'));
}

const PAGE_MAX = 999_999;

/** The requested page, or the first. Throws INVALID. */
export function readPage(query: SentQuery<'page'>): number {
  const page = readNumber(query, 'page') ?? 1;
  if (page <= PAGE_MAX) return page;
  throw invalid('page', message('input.atMost', { max: PAGE_MAX }));
}
