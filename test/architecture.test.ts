import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '..');

/** Files that every folder may import, and that import only each other. */
const FOR_ALL = globSync(['*.ts', 'base/*.ts'], { cwd: join(root, 'src') });

/**
 * Which folder of src/, or the demo, may import from which others, with all that is in them. Its own files, and those of FOR_ALL,
 * always. A folder that isn't here has the row of the one around it. bin/ composes all of them, and nothing imports bin/.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  catalog: ['store'],
  // Rules that only count know no engine.
  rankings: ['catalog'],
  'rankings/ledger': ['rankings', 'catalog', 'store'],
  'rankings/lists': ['rankings', 'catalog', 'store'],
  'rankings/run': ['rankings', 'catalog', 'store'],
  search: ['search', 'store', 'catalog', 'accounts'],
  // Needs nothing of the shop, so it can be taken with the tokeniser.
  'search/correction': ['search'],
  gate: [],
  messages: [],
  accounts: ['gate'],
  ingest: ['messages', 'catalog', 'rankings', 'store'],
  export: [],
  http: ['messages', 'gate'],
  v1: ['messages', 'http', 'catalog', 'rankings', 'search', 'gate', 'accounts', 'export'],
  site: ['site'],
  'site/kit': 'messages http catalog rankings search gate accounts mail ingest intake v1'.split(' '),
  'site/docs': ['site/kit', 'site/shop', 'messages', 'http', 'catalog', 'rankings', 'v1'],
  'site/shop': ['site/kit', 'messages', 'http', 'catalog', 'search', 'gate', 'covers', 'v1'],
  'site/account': ['site/kit', 'messages', 'http', 'gate', 'accounts'],
  'site/own': 'site/kit site/docs site/account v1 messages http catalog gate accounts ingest export'.split(
    ' ',
  ),
  'site/console': 'site messages http catalog rankings search gate accounts ingest export intake'.split(' '),
  covers: ['http'],
  intake: ['messages', 'rankings', 'accounts', 'ingest'],
  demo: ['catalog', 'rankings', 'ingest'],
  mail: [],
  // The engines' kit, and what stands on one engine alone: the rows of the gate, leases.
  store: ['catalog', 'gate', 'accounts', 'config'],
  config: ['messages', 'gate', 'accounts'],
  ...Object.fromEntries(FOR_ALL.map((file) => [file, []])),
};

const sources = globSync('{src,demo,bin}/**/*.ts', { cwd: root }).sort();

function folderOf(file: string): string {
  const [top = '', folder = '', inner = ''] = file.split('/');
  if (top !== 'src') return top;
  return `${folder}/${inner}` in MAY_IMPORT ? `${folder}/${inner}` : folder;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s[^'"]*?['"](\.[^'"]+)['"]/gms)].map((match) =>
    relative(root, resolve(root, dirname(file), match[1] ?? '')),
  );
}

test('no folder of src/ imports from one that it may not know', () => {
  const offences = sources.flatMap((file) => {
    if (folderOf(file) === 'bin') return [];
    const allowed = MAY_IMPORT[folderOf(file)];
    if (allowed === undefined) return [`${file}: its folder is not in the table`];
    return importsOf(file)
      .filter(
        (target) =>
          target.endsWith('.ts') &&
          !FOR_ALL.includes(relative('src', target)) &&
          folderOf(target) !== folderOf(file),
      )
      .filter((target) => !allowed.some((folder) => target.startsWith(`src/${folder}/`)))
      .map((target) => `${file} imports ${target}`);
  });
  assert.deepEqual(offences, []);
});

test('only clock.ts reads the wall clock and, below bin/, only config.ts the environment', () => {
  const offences = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const found: string[] = [];
    if (file !== 'src/clock.ts' && /Date\.now\(|new Date\(\)|performance\.now\(|hrtime/.test(text))
      found.push(`${file}: clock`);
    if (file !== 'src/config/config.ts' && !file.startsWith('bin/') && /process\.env/.test(text))
      found.push(`${file}: environment`);
    return found;
  });
  assert.deepEqual(offences, []);
});

test('the table names folders that exist', () => {
  const folders = new Set(sources.map(folderOf));
  const missing = Object.keys(MAY_IMPORT).filter((folder) => !folders.has(folder));
  assert.deepEqual(missing, []);
});

/** A folder with a README.md, and the files that its README opens to others, or to bin/ and src/site/screens.ts alone. */
interface Room {
  readonly folder: string;
  readonly doors: readonly string[];
  readonly composed: readonly string[];
}

const rooms: readonly Room[] = globSync('src/**/README.md', { cwd: root }).map((readme) => {
  const folder = dirname(readme);
  const points = readFileSync(join(root, readme), 'utf8').split(/^- /m);
  const filesOf = (name: string) => {
    const point = points.find((one) => one.startsWith(`**${name}**`)) ?? '';
    return [...point.matchAll(/`([\w/-]+\.ts)`/g)].map((match) => join(folder, match[1] ?? ''));
  };
  return { folder, doors: filesOf('Doors'), composed: filesOf('Doors for bin') };
});

/** The innermost one. A room within another knows the one around it. */
const roomOf = (file: string) =>
  rooms
    .filter(({ folder }) => file.startsWith(`${folder}/`))
    .reduce<Room | undefined>((inner, one) => (inner && inner.folder > one.folder ? inner : one), undefined);
const composes = (file: string) => file.startsWith('bin/') || file === 'src/site/screens.ts';

test('every folder of more than 1,000 lines has a README.md', () => {
  const lines = new Map<string, number>();
  for (const file of sources.filter((name) => name.startsWith('src/') && roomOf(name) === undefined))
    lines.set(
      folderOf(file),
      (lines.get(folderOf(file)) ?? 0) + readFileSync(join(root, file), 'utf8').split('\n').length,
    );
  assert.deepEqual(
    [...lines].filter(([folder, count]) => count > 1000 && !FOR_ALL.includes(folder)),
    [],
  );
});

test('files that others import from a folder with a README.md are the doors that it names', () => {
  const offences = sources.flatMap((file) =>
    importsOf(file).flatMap((target) => {
      const room = roomOf(target);
      const isOpen =
        room === undefined ||
        file.startsWith(`${room.folder}/`) ||
        room.doors.includes(target) ||
        (composes(file) && (file.startsWith('src/site/') || room.composed.includes(target)));
      return isOpen ? [] : [`${file} imports ${target}`];
    }),
  );
  assert.deepEqual(offences, []);
  const closed = rooms
    .flatMap(({ doors, composed }) => [...doors, ...composed])
    .filter(
      (door) => !sources.some((file) => roomOf(file) !== roomOf(door) && importsOf(file).includes(door)),
    );
  assert.deepEqual(closed, []);
});

/** Every text that people read here; node_modules is other people's. */
const texts = globSync(
  ['*.md', 'docs/**/*.md', '{src,demo,bin,test,bench,scripts,deploy}/**/*.{ts,mjs,sql,md,json,yml}'],
  { cwd: root, exclude: ['**/node_modules'] },
)
  .map((file) => file.replaceAll('\\', '/'))
  .sort();

/** A reference to a document, as it stands in a file. `target` is a path below the root. */
interface Reference {
  readonly file: string;
  readonly target: string;
  readonly anchor: string | null;
}

/** A fenced block of Markdown: its `#` is a comment, its brackets no link. */
const CODE_BLOCK = /^ *```[\s\S]*?^ *```/gm;

/** Mentions of docs/….md anywhere, with or without an anchor. */
function mentionsIn(file: string, text: string): Reference[] {
  return [...text.matchAll(/(?<![\w./-])docs\/[\w./-]+\.md(?:#([\w\p{L}-]+))?/gu)].map((match) => ({
    file,
    target: match[0].split('#')[0] ?? '',
    anchor: match[1] ?? null,
  }));
}

/** Links of a Markdown page to files beside it and to its own sections. Those of docs/site are addresses of the service. */
function linksIn(file: string, text: string): Reference[] {
  if (!file.endsWith('.md') || /^docs\/site\//.test(file)) return [];
  const prose = text.replaceAll(CODE_BLOCK, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((link) => !/^[a-z]+:/i.test(link))
    .map((link) => {
      const [path = '', anchor = null] = link.split('#');
      const target = path === '' ? file : relative(root, resolve(root, dirname(file), path));
      return { file, target: normalize(target), anchor };
    });
}

/** Anchors that GitHub gives to the headings of a page. */
function anchorsOf(target: string): ReadonlySet<string> {
  const prose = readFileSync(join(root, target), 'utf8').replaceAll(CODE_BLOCK, '');
  const headings = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map((match) => match[1] ?? '');
  const slugs = headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
  return new Set(slugs);
}

function isBroken({ target, anchor }: Reference): boolean {
  if (!existsSync(join(root, target))) return true;
  return anchor !== null && !anchorsOf(target).has(anchor);
}

test('every reference to a document leads to a file and a heading that exist', () => {
  const references = texts.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...mentionsIn(file, text), ...linksIn(file, text)];
  });
  assert.ok(references.length > 100, `${references.length} references`);
  const broken = references.filter(isBroken);
  assert.deepEqual(
    broken.map(({ file, target, anchor }) => `${file}: ${target}${anchor === null ? '' : `#${anchor}`}`),
    [],
  );
});

test('no text cites a numbered section of a document that is not here', () => {
  const citation = /\b(?:decisions?|spec)(?:\.md)?,? (?:section )?§?\d/gi;
  const citations = texts.flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(citation) ?? []).map((found) => `${file}: ${found}`),
  );
  assert.deepEqual(citations, []);
});

const code = texts.filter((file) => /\.(?:ts|mjs)$/.test(file));

/** Comments of a source file; `//` inside a string or an address is none. */
const commentsIn = (text: string) => text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm) ?? [];

test('every source file that a document or a comment names exists', () => {
  // A comment may leave out folders.
  const known = new Set(
    code.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
  );
  const named = texts.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const names = file.endsWith('.md')
      ? (text.match(/(?<![\w./-])(?:src|test|bin|scripts|bench)\/[\w./-]+\.(?:tsx?|mjs|sql)\b/g) ?? [])
      : code.includes(file)
        ? (commentsIn(text)
            .join('\n')
            .match(/(?<![\w./*-])(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs)\b/g) ?? [])
        : [];
    return names.map((name) => [file, name.replace(/^(?:\.\.?\/)+/, '')] as const);
  });
  assert.ok(named.length > 50, `${named.length} names`);
  const missing = named.filter(([, name]) => !known.has(name) && !existsSync(join(root, name)));
  assert.deepEqual(missing, []);
});
