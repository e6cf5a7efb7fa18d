// node scripts/write-font.ts: cuts the letters of our own headings out of Noto Serif CJK KR, for visitors who don't have it
// (Debian: fonts-noto-cjk, fonttools, python3-brotli). Titles of the catalogue can hold any letter: they use the
// visitor's fonts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERROR_TEXTS_KO } from '../web/src/docs/error-texts-ko.ts';
import type { OpenApiDocument } from '../web/src/docs/openapi.ts';
import { frame } from '../web/src/messages/ko/frame.ts';
import { landing } from '../web/src/messages/ko/landing.ts';

const ROOT = join(import.meta.dirname, '..');
const FONTS = join(ROOT, 'web', 'src', 'design', 'fonts');
const SOURCE = '/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc';
/** Place of the Korean font in the collection. */
const FONT_NUMBER = '1';
/** All that a page may spend on type. */
const FONTS_MAX_BYTES = 60 * 1024;

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
/** Of them, what headings of the first page may hold; the other marks stand in the second font. */
const COMMON = ASCII.replace(/[^\w ,.:()?/-]/g, '');
/** What every page begins with, so that the first page fetches little. */
const first = lettersOf([
  COMMON,
  frame.brand,
  landing.headline,
  landing.shelfTitle,
  landing.stepsTitle,
  landing.factsTitle,
]);
const others = lettersOf([ASCII, '·–—…‘’“”', ...headings()]).filter((letter) => !first.includes(letter));
const bytes = writeFont('seoga-serif-first', first) + writeFont('seoga-serif', others);
writeFileSync(
  join(FONTS, 'fonts.css'),
  `/* Written by scripts/write-font.ts. */\n${face('seoga-serif-first', first)}${face('seoga-serif', others)}`,
);
console.log(`${first.length} + ${others.length} letters, ${bytes} bytes`);
if (bytes > FONTS_MAX_BYTES) throw new Error(`more than ${FONTS_MAX_BYTES} bytes`);

/** Titles of pages, errors and endpoints. */
function headings(): readonly string[] {
  const folder = join(ROOT, 'web', 'src', 'messages', 'ko');
  const isTitle =
    /^ {2,4}(?:\w*[tT]itle|start|endpoints|authentication|paging|caching|errors|rules|versions|migration|faq|attribution|changelog|notFound|broken|unknown\w+): '([^']*)'/gm;
  const document = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as OpenApiDocument;
  const {
    paths,
    'x-texts': { ko: korean = {} },
  } = document;
  const messages = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return [
    ...messages.flatMap((text) => [...text.matchAll(isTitle)].map(([, words = '']) => words)),
    ...Object.values(ERROR_TEXTS_KO).map(({ title }) => title),
    ...Object.values(paths).map(({ get }) => korean[get?.summary ?? ''] ?? ''),
  ];
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
  src: url("./${name}.woff2") format("woff2");
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
