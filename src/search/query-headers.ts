import type { Correction } from './search-index.ts';

/** The headers that say which query was searched instead, and why (docs/search.md#headers). */
export function correctionHeadersOf({ query, kind }: Correction): Record<string, string> {
  return { 'Seoga-Query-Used': encodeQuery(query), 'Seoga-Correction': kind };
}

/** The header that offers a query; none for null. */
export function suggestionHeadersOf(suggestion: string | null): Record<string, string> {
  return suggestion === null ? {} : { 'Seoga-Suggestion': encodeQuery(suggestion) };
}

/** The query that a failed search offers; null when it offers none. */
export function suggestionOf(headers: Readonly<Record<string, string>>): string | null {
  const { 'Seoga-Suggestion': offered } = headers;
  return offered === undefined ? null : decodeURIComponent(offered);
}

/** Half a character cannot be encoded. */
function encodeQuery(query: string): string {
  return encodeURIComponent(query.toWellFormed());
}
