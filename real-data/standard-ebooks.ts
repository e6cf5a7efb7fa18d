import type { AuthorLine, CategoryLine, ContributorLine, ItemLine } from './feed-line.ts';

/** Folder names of the titles, each with content.opf and toc.xhtml. The place in the list gives the item number. */
const STANDARD_EBOOKS_TITLES = [
  'arthur-conan-doyle_the-adventures-of-sherlock-holmes',
  'bram-stoker_dracula',
  'charles-dickens_great-expectations',
  'charlotte-bronte_jane-eyre',
  'emily-bronte_wuthering-heights',
  'f-scott-fitzgerald_the-great-gatsby',
  'friedrich-nietzsche_thus-spake-zarathustra_thomas-common',
  'fyodor-dostoevsky_crime-and-punishment_constance-garnett',
  'h-g-wells_the-time-machine',
  'herman-melville_moby-dick',
  'jane-austen_pride-and-prejudice',
  'leo-tolstoy_war-and-peace_louise-maude_aylmer-maude',
  'lewis-carroll_alices-adventures-in-wonderland_john-tenniel',
  'marcus-aurelius_meditations_george-long',
  'mark-twain_the-adventures-of-huckleberry-finn',
  'mary-shelley_frankenstein',
  'oscar-wilde_the-picture-of-dorian-gray',
  'robert-louis-stevenson_treasure-island',
] as const;

const EBOOK_ROOT = '004';

const ITEM_ID_BASE = 40_000_000;
const SERIES_ID_BASE = 100_000;

/** The two files of a title. */
export interface StandardEbook {
  readonly opf: string;
  readonly toc: string;
}

/** The files of all titles, in the order of the list. */
export function readStandardEbooks(readText: (path: string) => string): StandardEbook[] {
  return STANDARD_EBOOKS_TITLES.map((title) => ({
    opf: readText(`toc-standardebooks/${title}/content.opf`),
    toc: readText(`toc-standardebooks/${title}/toc.xhtml`),
  }));
}

/** Titles as e-books, with their subjects as categories, their writers as author records, their collections as series. */
export function convertStandardEbooks(
  books: readonly StandardEbook[],
): (CategoryLine | AuthorLine | ItemLine)[] {
  const parsed = books.map(({ opf, toc }) => ({ elements: parseOpf(opf), toc }));
  const categories = new Map<string, string>();
  const authors = new Map<number, AuthorLine>();
  const seriesNames: string[] = [];
  const items = parsed.map(({ elements, toc }, index): ItemLine => {
    const subjects = subjectsOf(elements);
    for (const { categoryId, categoryName } of subjects) categories.set(categoryId, categoryName);
    const people = peopleOf(elements);
    for (const { authorId, author, names } of people) {
      if (authorId !== null) authors.set(authorId, authorLine(authorId, author, names));
    }
    const collections = valuesOf(elements, 'belongs-to-collection');
    for (const name of collections) if (!seriesNames.includes(name)) seriesNames.push(name);
    return {
      kind: 'item',
      itemId: ITEM_ID_BASE + index + 1,
      title: textById(elements, 'title'),
      subTitle: textById(elements, 'subtitle'),
      authors: people.map(({ authorId, author, authorType }) => ({ authorId, author, authorType })),
      publisher: textById(elements, 'publisher'),
      publishDate: (elements.find(({ tag }) => tag === 'dc:date')?.text ?? '').slice(0, 10),
      catalog: 'EBOOK',
      categoryIds: subjects.length === 0 ? [EBOOK_ROOT] : subjects.map(({ categoryId }) => categoryId),
      series: collections.map((name) => ({
        seriesId: SERIES_ID_BASE + seriesNames.indexOf(name) + 1,
        seriesName: name,
      })),
      contentDetail: { ...descriptionsOf(elements), tableOfContents: tableOfContentsText(toc) },
    };
  });
  return [
    { kind: 'category', categoryId: EBOOK_ROOT, categoryName: 'eBook', parentId: null },
    ...[...categories].map(([categoryId, categoryName]) => ({
      kind: 'category' as const,
      categoryId,
      categoryName,
      parentId: EBOOK_ROOT,
    })),
    ...authors.values(),
    ...items,
  ];
}

interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Unescaped once, trimmed. */
  readonly text: string;
}

/** The metadata elements of a package file; they never nest. */
function parseOpf(opf: string): Element[] {
  const metadata = /<metadata[^>]*>([\s\S]*?)<\/metadata>/.exec(opf)?.[1] ?? '';
  const pattern = /<(dc:\w+|meta|link)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1>)/g;
  return [...metadata.matchAll(pattern)].map(([, tag = '', attributes = '', text = '']) => ({
    tag,
    attributes: new Map(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        unescapeXml(value),
      ]),
    ),
    text: unescapeXml(text).trim(),
  }));
}

function unescapeXml(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => characters[name] ?? whole);
}

function textById(elements: readonly Element[], id: string): string {
  return elements.find(({ attributes }) => attributes.get('id') === id)?.text ?? '';
}

/** The texts of all elements with a property. */
function valuesOf(elements: readonly Element[], property: string, refines?: string): string[] {
  return elements
    .filter(({ attributes }) => attributes.get('property') === property)
    .filter(({ attributes }) => refines === undefined || attributes.get('refines') === `#${refines}`)
    .map(({ text }) => text);
}

/** Subjects that have a heading number at the Library of Congress. */
function subjectsOf(elements: readonly Element[]): { categoryId: string; categoryName: string }[] {
  return elements
    .filter(({ tag }) => tag === 'dc:subject')
    .map(({ attributes, text }) => ({
      categoryId: valuesOf(elements, 'term', attributes.get('id') ?? '')[0] ?? '',
      categoryName: text,
    }))
    .filter(({ categoryId }) => /^sh\d+$/.test(categoryId));
}

/** Roles of the text's makers, by MARC code. Producers, typefaces and cover artists are left out. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['aut', 'Author'],
  ['trl', 'Translator'],
  ['edt', 'Editor'],
  ['ill', 'Illustrator'],
  ['wpr', 'Preface'],
  ['ann', 'Annotator'],
]);

interface Person extends ContributorLine {
  /** The same person under other names. */
  readonly names: readonly string[];
}

function peopleOf(elements: readonly Element[]): Person[] {
  return elements
    .filter(({ tag }) => tag === 'dc:creator' || tag === 'dc:contributor')
    .flatMap(({ attributes, text }) => {
      const id = attributes.get('id') ?? '';
      const codes = valuesOf(elements, 'role', id);
      const code = [...ROLES.keys()].find((known) => codes.includes(known));
      if (code === undefined) return [];
      const names = [
        ...valuesOf(elements, 'schema:alternateName', id),
        ...valuesOf(elements, 'alternate-script', id),
        ...valuesOf(elements, 'file-as', id),
      ];
      return [
        { authorId: authorityNumber(elements, id), author: text, authorType: ROLES.get(code) ?? '', names },
      ];
    });
}

/** The number of the person's Library of Congress name record (n79068416), or null. Older files name it in a meta element. */
function authorityNumber(elements: readonly Element[], personId: string): number | null {
  const numbers = elements
    .filter(({ attributes }) => attributes.get('refines') === `#${personId}`)
    .flatMap(
      ({ attributes, text }) =>
        /id\.loc\.gov\/authorities\/names\/[a-z]+(\d+)/.exec(attributes.get('href') ?? text) ?? [],
    );
  return numbers[1] === undefined ? null : Number(numbers[1]);
}

function authorLine(authorId: number, author: string, names: readonly string[]): AuthorLine {
  return {
    kind: 'author',
    authorId,
    author,
    birthDate: '',
    deathDate: '',
    details: [...new Set(names)].join('\n'),
  };
}

/** The long description is HTML and stays so: cleaning it is the importer's work. */
function descriptionsOf(elements: readonly Element[]): {
  bookIntroduction: string;
  bookSummary: string | null;
} {
  const descriptions = elements.filter(({ tag }) => tag === 'dc:description').map(({ text }) => text);
  const texts = [
    ...descriptions,
    ...valuesOf(elements, 'se:long-description'),
    ...valuesOf(elements, 'schema:abstract'),
  ];
  const long = texts.find((text) => text.includes('<p>'));
  const short = texts.find((text) => !text.includes('<p>'));
  return { bookIntroduction: long ?? short ?? '', bookSummary: long === undefined ? null : (short ?? null) };
}

/** The nested list of a table of contents as lines, two blanks for every level. */
function tableOfContentsText(xhtml: string): string {
  const nav = /<nav[^>]*id="toc"[^>]*>([\s\S]*?)<\/nav>/.exec(xhtml)?.[1] ?? '';
  const lines: string[] = [];
  let depth = 0;
  for (const [, slash, list, label] of nav.matchAll(/<(\/?)(ol)>|<a\b[^>]*>([\s\S]*?)<\/a>/g)) {
    if (list !== undefined) depth += slash === '/' ? -1 : 1;
    else lines.push(`${'  '.repeat(depth - 1)}${unescapeXml((label ?? '').replace(/<[^>]+>/g, ''))}`);
  }
  return lines.join('\n');
}
