/** What stands in place of a key. */
const MASK = '***';
/** How a query ends that was too long to be kept. */
const CUT = '…';

/** The query string of a call as people read it. */
export function readableQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => decode(pair.replaceAll('+', ' ')))
    .join('&');
}

/** The parameters of a call to fill a form with, without masked ones; null when the query was cut. */
export function valuesOf(query: string): Readonly<Record<string, string>> | null {
  if (query.endsWith(CUT)) return null;
  return Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== MASK));
}

/** A broken escape is shown as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
