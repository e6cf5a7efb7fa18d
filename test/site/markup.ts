import { readXml, type XmlElement } from '../support/xml.ts';

/** A document taken apart. */
export interface Markup {
  /** Parents before their children. */
  readonly elements: readonly XmlElement[];
  readonly text: string;
  /** What the page says to search engines in JSON-LD, without the context, which is schema.org. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Takes HTML or XML apart. Throws unless it is well-formed in the strict sense of XML, but for void elements of HTML and attributes
 * without a value.
 */
export function readMarkup(source: string): Markup {
  const bare = (tag: string) =>
    tag.replace(/\s([\w:-]+)(="[^"]*")?/g, (given, name, value) => (value ? given : ` ${name}=""`));
  const xml = source
    .replace(/^<!doctype html>\n/, '')
    .replace(/<(meta|link|img|br|input)\b([^>]*?)\/?>/g, '<$1$2/>')
    .replace(/<\w[^>]*>/g, bare);
  const elements = insideOf(readXml(`<all>${xml}</all>`));
  const scripts = elements.filter(({ attributes }) => attributes.type === 'application/ld+json');
  return {
    elements,
    text: elements.map(({ text }) => text).join(''),
    data: scripts.map(({ text }) => {
      const { '@context': context, ...data } = JSON.parse(text);
      if (context !== 'https://schema.org') throw new Error(`context ${context}`);
      return data;
    }),
  };
}

export function insideOf({ children }: XmlElement): readonly XmlElement[] {
  return children.flatMap((child) => [child, ...insideOf(child)]);
}

/** Addresses that the content of a page links to, in order, without those of its frame. */
export function linksOf(source: string): readonly string[] {
  const { elements } = readMarkup(source.slice(source.indexOf('<main'), source.indexOf('</main>') + 7));
  return elements.flatMap(({ name, attributes }) => (name === 'a' ? (attributes.href ?? []) : []));
}

/** Element and attribute names in order: what a document is built of, whatever its texts say. */
export function skeletonOf(source: string): string[] {
  return readMarkup(source).elements.map(({ name, attributes }) =>
    [name, ...Object.keys(attributes)].join(' '),
  );
}

/** A text without its entities. */
export function decode(source: string): string {
  return readXml(`<all>${source}</all>`).text;
}
