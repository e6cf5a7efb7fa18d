import { decode } from '../../http/query-string.ts';

/** The first call in all examples: three books, so that the response stays readable. */
export function firstCall(categoryId: string): string {
  return `/v1/category/bestsellerMonthly?categoryId=${encodeURIComponent(categoryId)}&pageSize=3`;
}

/** A curl command that reads the key from SEOGA_API_KEY. `save` is an option that saves a file, such as `-OJ`. */
export function curlCommand(url: string, save = ''): string {
  const [path = '', search = ''] = url.split('?');
  const query = [...new URLSearchParams(search)];
  const head = `curl -s -H "X-Api-Key: $SEOGA_API_KEY"${save === '' ? '' : ` ${save}`}`;
  // Text that isn't valid UTF-8 stays unchanged.
  if (query.every(([, value]) => /^[\w.,-]*$|\ufffd/.test(value))) return `${head} \\\n  ${shellQuoted(url)}`;
  const values = query.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`);
  return [`${head} -G`, shellQuoted(path), ...values].join(' \\\n  ');
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The call log writes MASK instead of a key, and CUT at the end of a long query. */
const MASK = '***';
const CUT = '…';

/** Decodes a query for reading. A pair with a broken escape, such as `a=%zz`, stays encoded. */
export function readableQuery(query: string): string {
  const pairs = query.split('&').map((pair) => decode(pair) ?? pair.replaceAll('+', ' '));
  return pairs.join('&');
}

export function testToolAddress(endpoint: string, values: Readonly<Record<string, string>>): string {
  return `/portal/test?${new URLSearchParams({ endpoint, values: new URLSearchParams(values).toString() })}`;
}

export function testToolAgain(endpoint: string, query: string): string | null {
  if (query.endsWith(CUT)) return null;
  const values = [...new URLSearchParams(query)].filter(([, value]) => value !== MASK);
  return testToolAddress(endpoint, Object.fromEntries(values));
}
