// node scripts/write-font.ts: cuts our letters out of Noto Serif CJK KR, for visitors who don't have it (Debian:
// fonts-noto-cjk, fonttools, python3-brotli). Small fonts hold what our own headings need, by where they stand. The others hold the rest
// of the Hangul in use (KS X 1001), the most frequent first, for titles of books: a browser fetches those that it needs.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import landing from '../src/messages/ko/landing.json' with { type: 'json' };
import shop from '../src/messages/ko/shop.json' with { type: 'json' };
import { ENDPOINTS } from '../src/v1/routes.ts';

type Font = readonly [name: string, letters: readonly string[]];

const ROOT = join(import.meta.dirname, '..');
const FONTS = join(ROOT, 'src', 'site', 'files');
const SOURCE = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc';
/** Place of the Korean font in the collection. */
const FONT_NUMBER = '1';
/** Of all pages but the console's; each needs two or three of the fonts. */
const FONTS_MAX_BYTES = 52 * 1024;
/** Texts of pages that strangers and developers see. */
const PUBLIC_TEXTS = 'src/messages/ko/{account,docs,frame,key,landing,shop,status,testTool,usage}.json';
/** Letters in a font for titles. */
const TITLE_LETTERS = 350;

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
/** Of them, what headings of the first page may hold; the other marks stand in the second font. */
const COMMON = ASCII.replace(/[^\w ,.:()?/-]/g, '');
/** What every page begins with, so that the first page fetches little. */
const first = lettersOf([COMMON, landing.headline, shop.front.title, landing.callTitle]);
/** Fonts of our own by where their letters stand; each has those that the ones before it lack. */
const own: readonly Font[] = slices([
  ['seoga-serif-first', first],
  ['seoga-serif-docs', docsHeadings()],
  ['seoga-serif-errors', errorHeadings()],
  ['seoga-serif', [ASCII, '·–—…‘’“”', ...headings(PUBLIC_TEXTS)]],
  ['seoga-serif-console', headings('src/messages/ko/*.json')],
]);
const sizes = own.map(([name, letters]) => writeFont(name, letters));
const bytes = sizes.slice(0, -1).reduce((sum, size) => sum + size, 0);
const titles = titleFonts(own.flatMap(([, letters]) => letters));
for (const [name, letters] of titles) writeFont(name, letters);
const style = readFileSync(join(FONTS, 'site.css'), 'utf8');
const [before = '', after = ''] = style.split(/\/\* Written by [^*]*\*\/\n[\s\S]*?(?=:root)/);
writeFileSync(join(FONTS, 'site.css'), before + facesOf(own) + after);
writeFileSync(join(FONTS, 'titles.css'), facesOf(titles));
console.log(`${sizes.join(' + ')} bytes`);
if (bytes > FONTS_MAX_BYTES) throw new Error(`more than ${FONTS_MAX_BYTES} bytes`);

/** Fonts without the letters of those before them. */
function slices(fonts: readonly Font[]): readonly Font[] {
  return fonts.map(([name, texts], at) => {
    const before = lettersOf(fonts.slice(0, at).flatMap(([, others]) => others));
    return [name, lettersOf(texts).filter((letter) => !before.includes(letter))];
  });
}

function facesOf(fonts: readonly Font[]): string {
  const faces = fonts.map(([name, letters]) => face(name, letters)).join('');
  return `/* Written by scripts/write-font.ts. */\n${faces}`;
}

/** Fonts for titles with their letters, without those that are there already. */
function titleFonts(there: readonly string[]): readonly Font[] {
  const counts = new Map<string, number>();
  for (const text of koreanTexts()) {
    for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const rest = hangulInUse()
    .filter((letter) => !there.includes(letter))
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const slices = Array.from({ length: Math.ceil(rest.length / TITLE_LETTERS) }, (_, at) =>
    rest.slice(at * TITLE_LETTERS, (at + 1) * TITLE_LETTERS).sort(),
  );
  return slices.map((letters, at) => [`seoga-serif-title-${at + 1}`, letters]);
}

/** The 2,350 syllables of KS X 1001. */
function hangulInUse(): readonly string[] {
  const decoder = new TextDecoder('euc-kr');
  const rows = Array.from({ length: 25 }, (_, row) => 0xb0 + row);
  return rows.flatMap((lead) =>
    Array.from({ length: 94 }, (_, cell) => decoder.decode(Uint8Array.of(lead, 0xa1 + cell))),
  );
}

/** Texts in which letters are as frequent as in titles: the demo's words and our own. */
function koreanTexts(): readonly string[] {
  return textsIn('{demo/works/*.json,docs/site/ko/*.md,src/messages/ko/*.json}');
}

/** Titles of pages. */
function headings(files: string): readonly string[] {
  const isTitle = /"(?:\w*[tT]itle|headline|notFound|refused)": "([^"]*)"/g;
  const ofFile = (text: string) => [...text.matchAll(isTitle)].map(([, words = '']) => words);
  return textsIn(files).flatMap(ofFile);
}

function errorHeadings(): readonly string[] {
  const texts = readFileSync(join(ROOT, 'docs', 'site', 'ko', 'errors.md'), 'utf8');
  return [...texts.matchAll(/^## \w+: (.+)$/gm)].map(([, title = '']) => title);
}

/** Titles of guides and endpoints. */
function docsHeadings(): readonly string[] {
  const guides = textsIn('docs/site/ko/*.md').map((text) => text.split('\n')[0] ?? '');
  return [...guides, ...ENDPOINTS.map(({ title }) => title.ko ?? title.en)];
}

function textsIn(files: string): readonly string[] {
  return globSync(files, { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'));
}

function lettersOf(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.join(''))].sort();
}

/** Writes a font with some letters and returns its size in bytes. */
function writeFont(name: string, letters: readonly string[]): number {
  const file = join(FONTS, `${name}.woff2`);
  const work = mkdtempSync(join(tmpdir(), 'seoga-font-'));
  const list = join(work, 'letters.txt');
  writeFileSync(list, letters.join(''));
  const choices = [
    '--flavor=woff2',
    '--layout-features=kern,liga',
    '--no-hinting',
    '--desubroutinize',
    '--name-IDs=',
  ];
  const result = spawnSync(
    'pyftsubset',
    [SOURCE, `--font-number=${FONT_NUMBER}`, `--text-file=${list}`, `--output-file=${file}`, ...choices],
    { stdio: 'inherit' },
  );
  rmSync(work, { recursive: true });
  if (result.status !== 0) throw new Error('apt-get install fonttools python3-brotli fonts-noto-cjk');
  return statSync(file).size;
}

function face(name: string, letters: readonly string[]): string {
  return `@font-face {
  font-family: "Seoga Serif";
  src: url("${name}.woff2") format("woff2");
  font-weight: 700;
  font-display: swap;
  unicode-range: ${rangesOf(letters)};
}
`;
}

/** Runs of neighbours as CSS writes them: U+20-7E, U+AC00. */
function rangesOf(letters: readonly string[]): string {
  const runs: [number, number][] = [];
  for (const letter of letters) {
    const code = letter.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else runs.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return runs.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(', ');
}
