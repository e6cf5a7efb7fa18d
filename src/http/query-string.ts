/** The parameters of a request: a text, or several when the parameter was repeated. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const MALFORMED = Symbol('malformed query string');

/**
 * Parses a query string as forms encode it ("+" is a blank). Broken percent-encoding and bytes that are not UTF-8
 * are remembered, to be refused as a malformed URL: guessing would answer another question than the one asked.
 */
export function parseQueryString(text: string): Query {
  const query: Record<string | symbol, string | string[] | boolean> = Object.create(null);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (name === null || value === null) {
      query[MALFORMED] = true;
      continue;
    }
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else query[name] = [String(before), value];
  }
  return query as Query;
}

/** Whether the query string that was parsed could not be decoded. */
export function isMalformed(query: object): boolean {
  return MALFORMED in query;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const KEY_LIKE_NAME = /^(x[-_]?)?(api[-_]?key|key|token|secret|authorization|password|code|state)$/i;

/** Anything that could be, or hide, a name like those above. */
const MAY_HOLD_KEY = /%|key|token|secret|authorization|password|code|state/i;

/**
 * The address of a request with the values of parameters that look like API keys masked: keys belong into the
 * header, and one that was put into the address by mistake must not be repeated in answers or logs.
 */
export function maskKeys(rawUrl: string, keyPrefix: string): string {
  if (!MAY_HOLD_KEY.test(rawUrl) && !rawUrl.includes(keyPrefix)) return rawUrl;
  const masked = rawUrl.replace(
    /([?&])([^=&]*)=([^&]*)/g,
    (whole, mark: string, name: string, value: string) => {
      const plain = decode(value) ?? value;
      const looksLikeKey = KEY_LIKE_NAME.test(decode(name) ?? name) || plain.includes(keyPrefix);
      return looksLikeKey ? `${mark}${name}=***` : whole;
    },
  );
  // A key may also stand in the path or in the place of a name.
  return masked.includes(keyPrefix)
    ? masked.replaceAll(new RegExp(`${keyPrefix}[0-9A-Za-z]*`, 'g'), '***')
    : masked;
}
