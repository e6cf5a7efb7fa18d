/** The first call in all examples, in a category of this shop: three books, so that the response stays readable. */
export function firstCall(categoryId: string): string {
  return `/v1/category/bestsellerMonthly?categoryId=${encodeURIComponent(categoryId)}&pageSize=3`;
}

/** A curl command that reads the key from SEOGA_API_KEY. `save` is its option for a file: `-OJ` keeps the server's name. */
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

/** Replaces keys in recorded queries. */
const MASK = '***';
/** Marks the end of a recorded query that was truncated. */
const CUT = '…';

/** The query string of a call as people read it. A broken escape is shown as it is. */
export function readableQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const text = pair.replaceAll('+', ' ');
      try {
        return decodeURIComponent(text);
      } catch {
        return text;
      }
    })
    .join('&');
}

export function testToolAddress(endpoint: string, values: Readonly<Record<string, string>>): string {
  return `/portal/test?${new URLSearchParams({ endpoint, values: new URLSearchParams(values).toString() })}`;
}

/** Opens a recorded call in the test tool, without masked values; null when its query was truncated. */
export function testToolAgain(endpoint: string, query: string): string | null {
  if (query.endsWith(CUT)) return null;
  const values = [...new URLSearchParams(query)].filter(([, value]) => value !== MASK);
  return testToolAddress(endpoint, Object.fromEntries(values));
}
