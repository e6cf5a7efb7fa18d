/** The part of Markdown that our own texts use. `key` tells the parts of one text apart. */
export type Block =
  | {
      readonly kind: 'heading';
      readonly key: string;
      readonly level: 2 | 3;
      readonly anchor: string;
      readonly spans: readonly Span[];
    }
  | { readonly kind: 'paragraph'; readonly key: string; readonly spans: readonly Span[] }
  | {
      readonly kind: 'bullets' | 'numbers';
      readonly key: string;
      readonly items: readonly { readonly key: string; readonly spans: readonly Span[] }[];
    }
  /** The first row is the head. */
  | { readonly kind: 'table'; readonly key: string; readonly rows: readonly (readonly (readonly Span[])[])[] }
  | { readonly kind: 'code'; readonly key: string; readonly text: string };

export type Span =
  | { readonly kind: 'text' | 'code' | 'strong'; readonly key: string; readonly text: string }
  | { readonly kind: 'link'; readonly key: string; readonly text: string; readonly href: string };

/** Blocks are parted by empty lines; a heading may end in `{#anchor}`. The title (one #) is left out. */
export function readMarkdown(text: string): readonly Block[] {
  return splitBlocks(text).flatMap((source, index) => {
    const block = readBlock(source, `b${index}`);
    return block === null ? [] : [block];
  });
}

/** Empty lines inside code do not end it. */
function splitBlocks(text: string): readonly string[] {
  const blocks: string[][] = [[]];
  let inCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) inCode = !inCode;
    if (line.trim() === '' && !inCode) blocks.push([]);
    // A heading is a block of its own even when no empty line follows.
    else if (/^#+ /.test(line) && !inCode) blocks.push([line], []);
    else blocks.at(-1)?.push(line);
  }
  return blocks.map((lines) => lines.join('\n')).filter((block) => block !== '');
}

function readBlock(source: string, key: string): Block | null {
  const heading = /^(#+) (.+?)(?: \{#([\w-]+)\})?$/.exec(source);
  if (heading !== null) return readHeading(heading, key);
  if (source.startsWith('```')) {
    return { kind: 'code', key, text: source.split('\n').slice(1, -1).join('\n') };
  }
  if (source.startsWith('|')) return { kind: 'table', key, rows: readRows(source) };
  const kind = /^[-*] /.test(source) ? 'bullets' : /^1\. /.test(source) ? 'numbers' : null;
  if (kind === null) return { kind: 'paragraph', key, spans: readSpans(joinLines(source)) };
  const items = source
    .split(/\n(?=[-*] |\d+\. )/)
    .map((item) => joinLines(item.replace(/^([-*]|\d+\.) /, '')));
  return {
    kind,
    key,
    items: items.map((item, index) => ({ key: `${key}-${index}`, spans: readSpans(item) })),
  };
}

/** Rows of cells, without the line below the head. A bar inside a cell isn't known. */
function readRows(source: string): readonly (readonly (readonly Span[])[])[] {
  const lines = source.split('\n').filter((line) => !/^\|[\s|:-]+\|$/.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => readSpans(cell.trim())),
  );
}

function readHeading([, marks = '', title = '', anchor]: RegExpExecArray, key: string): Block | null {
  if (marks.length === 1) return null;
  return {
    kind: 'heading',
    key,
    level: marks.length === 2 ? 2 : 3,
    anchor: anchor ?? title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'),
    spans: readSpans(title),
  };
}

function joinLines(text: string): string {
  return text.replace(/\n\s*/g, ' ');
}

function readSpans(text: string): readonly Span[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).flatMap((part, index): Span[] => {
    const key = `s${index}`;
    if (part === '') return [];
    if (part.startsWith('`') && part.length > 1) return [{ kind: 'code', key, text: part.slice(1, -1) }];
    if (part.startsWith('**')) return [{ kind: 'strong', key, text: part.slice(2, -2) }];
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (link !== null) return [{ kind: 'link', key, text: link[1] ?? '', href: link[2] ?? '' }];
    return [{ kind: 'text', key, text: part }];
  });
}
