/** One start tag of a document. */
export interface MarkupElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A document taken apart. */
export interface Markup {
  readonly elements: readonly MarkupElement[];
  /** All character data, decoded, in order, but scripts. */
  readonly text: string;
  /** What the page says to search engines in JSON-LD, without the context, which is schema.org. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

const HTML_VOID = new Set(['meta', 'link', 'img', 'br', 'input']);

/**
 * Takes HTML or XML apart and throws unless it is well-formed in the strict sense: every tag closed in order, every
 * attribute quoted and given once, no bare `<` or `&`, only the entities that XML knows, only characters that XML
 * allows. Void elements of HTML need no end.
 */
export function readMarkup(source: string): Markup {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(source))
    throw new Error('forbidden character');
  const elements: MarkupElement[] = [];
  const open: string[] = [];
  const data: Readonly<Record<string, unknown>>[] = [];
  let text = '';
  const body = source.replace(/^<!doctype html>\n/, '');
  const token = /<\/([a-z0-9]+)>|<([a-zA-Z0-9:]+)((?:\s+[a-zA-Z0-9:-]+(?:="[^"<]*")?)*)\s*(\/?)>|([^<>]+)/gy;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const match = token.exec(body);
    if (match === null) throw new Error(`not markup: ${body.slice(at, at + 60)}`);
    const [, end, start, attributes = '', selfClosing, characters] = match;
    if (characters !== undefined && open.at(-1) === 'script') data.push(readData(characters));
    else if (characters !== undefined) text += decode(characters);
    else if (end !== undefined) {
      const opened = open.pop();
      if (opened !== end) throw new Error(`</${end}> closes <${opened}>`);
    } else if (start !== undefined) {
      elements.push({ name: start, attributes: readAttributes(attributes) });
      if (selfClosing === '' && !HTML_VOID.has(start)) open.push(start);
    }
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(', ')}`);
  return { elements, text, data };
}

function readData(json: string): Readonly<Record<string, unknown>> {
  const { '@context': context, ...data } = JSON.parse(json);
  if (context !== 'https://schema.org') throw new Error(`context ${context}`);
  return data;
}

/** Addresses that the content of a page links to, in order, without those of its frame. */
export function linksOf(source: string): readonly string[] {
  const main = source.slice(source.indexOf('<main'), source.indexOf('</main>'));
  return [...main.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => decode(href));
}

/** Element and attribute names in order: what a document is built of, whatever its texts say. */
export function skeletonOf(source: string): string[] {
  return readMarkup(source).elements.map(({ name, attributes }) =>
    [name, ...Object.keys(attributes)].join(' '),
  );
}

export function readAttributes(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of source.matchAll(/([a-zA-Z0-9:-]+)(?:="([^"]*)")?/g)) {
    if (name in attributes) throw new Error(`${name} is given twice`);
    attributes[name] = decode(value);
  }
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

export function decode(source: string): string {
  return source.replace(/&([^;]*;)?/g, (whole, name: string | undefined) => {
    const character = ENTITIES[name?.slice(0, -1) ?? ''];
    if (character === undefined) throw new Error(`bare or unknown entity: ${whole}`);
    return character;
  });
}
