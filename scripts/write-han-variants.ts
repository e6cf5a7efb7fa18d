/**
 * Writes src/search/fold/han-variants.txt and han-readings.txt from Unicode's Unihan database and the character tables of OpenCC
 * (Apache-2.0). The result is in the repository: run it only to take over a newer Unihan.
 *
 * node scripts/write-han-variants.ts --unihan DIR --opencc DIR
 *
 * `unihan` holds Unihan_Variants.txt, Unihan_OtherMappings.txt and Unihan_Readings.txt (Debian: package unicode-data, unpacked). `opencc` is the folder dist/esm-lib/dict of the npm package opencc-js.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { unihan: { type: 'string' }, opencc: { type: 'string' } } });
const { unihan, opencc } = values;
if (unihan === undefined || opencc === undefined) throw new Error('--unihan and --opencc are required');

/** Fields that name another form of the same character. Variants of special senses only are left out. */
const VARIANT_FIELDS = new Set([
  'kZVariant',
  'kSimplifiedVariant',
  'kTraditionalVariant',
  'kSemanticVariant',
  'kJinmeiyoKanji',
  'kJoyoKanji',
]);
const OPENCC_TABLES = ['TSCharacters', 'JPShinjitaiCharacters', 'TWVariants', 'HKVariants'];
/** Forms that Korean sources draw in their own way, with code points of their own, and no table links. */
const KOREAN_FORMS = '屛屏 姬姫 姸妍 瀆涜 顚顛 舍舎 靑青 淸清 尙尚 煕熙 凞熙 劔劍 裵裴 曺曹 嶌島 冝宜 揷挿';
const TARGET = new URL('../src/search/fold/han-variants.txt', import.meta.url);
/** Rarer characters lie outside of the basic plane, and would double the table. */
const CODE_MAX = 0xff_ff;
const LINE_LENGTH = 100;

const groupOf = new Map<string, Set<string>>();

function link(one: string, other: string): void {
  if (!isTaken(one) || !isTaken(other)) return;
  const merged = new Set([one, other, ...(groupOf.get(one) ?? []), ...(groupOf.get(other) ?? [])]);
  for (const member of merged) groupOf.set(member, merged);
}

/** NFKC has replaced compatibility ideographs before either table is asked. */
function isTaken(char: string): boolean {
  return (char.codePointAt(0) ?? 0) <= CODE_MAX && char === char.normalize('NFKC');
}

function* unihanRows(folder: string, file: string): Generator<readonly [char: string, string, string]> {
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
    const [, code = '', field = '', value = ''] = /^U\+([0-9A-F]+)\t(\w+)\t(.*)$/.exec(line) ?? [];
    if (code !== '') yield [String.fromCodePoint(Number.parseInt(code, 16)), field, value];
  }
}

for (const file of ['Unihan_Variants.txt', 'Unihan_OtherMappings.txt']) {
  for (const [char, field, value] of unihanRows(unihan, file)) {
    if (!VARIANT_FIELDS.has(field)) continue;
    for (const [, code = ''] of value.matchAll(/U\+([0-9A-F]+)/g))
      link(char, String.fromCodePoint(Number.parseInt(code, 16)));
  }
}
for (const table of OPENCC_TABLES) {
  const { default: entries }: { default: string } = await import(
    pathToFileURL(join(opencc, `${table}.js`)).href
  );
  for (const entry of entries.split('|')) {
    const [from = '', to = ''] = entry.split(' ');
    if ([...from].length === 1 && [...to].length === 1) link(from, to);
  }
}
for (const [one = '', other = ''] of KOREAN_FORMS.split(' ')) link(one, other);

const groups = [...new Set(groupOf.values())].filter((group) => group.size > 1);
const variants = groups.map((group) => [...group].sort().join('')).sort();
const lines: string[] = [];
for (const entry of variants) {
  const last = lines.at(-1);
  if (last !== undefined && last.length + entry.length < LINE_LENGTH)
    lines[lines.length - 1] = `${last} ${entry}`;
  else lines.push(entry);
}
writeFileSync(TARGET, `${lines.join('\n')}\n`);

/** How Koreans read the characters of their own standard (KS X 1001): each reading, and what is read so. */
const korean = new Set(
  [...unihanRows(unihan, 'Unihan_OtherMappings.txt')].flatMap(([char, field]) =>
    field === 'kKSC0' && isTaken(char) ? [char] : [],
  ),
);
const byReading = new Map<string, string>();
for (const [char, field, value] of unihanRows(unihan, 'Unihan_Readings.txt')) {
  if (field !== 'kHangul' || !korean.has(char)) continue;
  // E marks the reading that schools teach.
  const [first = '', ...others] = value.split(' ');
  const reading = [first, ...others].find((one) => one.includes('E')) ?? first;
  const [syllable = ''] = reading;
  byReading.set(syllable, (byReading.get(syllable) ?? '') + char);
}
const readings = [...byReading]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([syllable, chars]) => syllable + chars);
writeFileSync(new URL('han-readings.txt', TARGET), `${readings.join('\n')}\n`);
