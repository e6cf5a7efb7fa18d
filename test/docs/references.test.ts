import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

/** Every text that people read here; node_modules and built pages are other people's. */
const files = globSync(
  ['*.md', 'docs/**/*.md', '{src,bin,test,web/src,bench,scripts}/**/*.{ts,tsx,mjs,sql,md}'],
  { cwd: root },
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

/** Links of a Markdown page to files beside it and to its own sections. */
function linksIn(file: string, text: string): Reference[] {
  if (!file.endsWith('.md') || file.startsWith('web/')) return [];
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
  const references = files.flatMap((file) => {
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
  const citations = files.flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(citation) ?? []).map((found) => `${file}: ${found}`),
  );
  assert.deepEqual(citations, []);
});
