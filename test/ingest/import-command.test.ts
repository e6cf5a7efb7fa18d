import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { progressPrinter } from '../../bin/commands/command.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { jsonLines } from '../support/json-lines.ts';
import { spawnProgram } from '../support/program.ts';
import { environmentOf, runSeoga, runSeogaEach } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';
import { dumpTables } from './feed-kit.ts';

const good = jsonLines([book(1, '하나'), book(2, '둘')]);

test('wrong lines are named as file, line, field and reason on standard error, the others imported', async (t) => {
  const { code, stdout, stderr } = await pipe(tempDir(t), `${good}{"kind":"remove","itemId":0}\n{\n`);
  assert.equal(code, 0);
  assert.match(stdout, /^standard input: 4 lines, 2 refused, 1 warning; imported\n {2}item +2 added\n$/);
  assert.match(
    stderr,
    /^standard input:3: itemId: .*\nstandard input:4: .*\nstandard input:1: warning: categoryIds: .*\n$/,
  );
});

// The doors (test/feeds) prove the codes of good, braked, forced and broken feeds.
test('exit codes and what is said of them; imports lists every attempt', async (t) => {
  const folder = tempDir(t);
  const braked = jsonLines(Array.from({ length: 30 }, (_, at) => (at < 4 ? {} : book(at, `책 ${at}`))));
  const files: Readonly<Record<string, string | Buffer>> = {
    good,
    odd: `${good}{}\n`,
    'damaged.gz': gzipSync(good).subarray(0, 20),
    wrong: '{}\n{}\n',
    many: '{}\n'.repeat(25),
    braked,
    shop: '도서명,ISBN,분류,비고\n토지,9788936434120,001,x\n',
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const names = new Set([...Object.keys(files), 'missing', 'map']);
  const cases: readonly (readonly [words: string, code: number, said: RegExp])[] = [
    ['import --dry-run good', 0, /dry run, nothing was changed\n {2}item +2 added\n$/],
    ['import --strict odd', 1, /3 lines, 1 refused, 1 warning; nothing was changed/],
    ['import --strict --dry-run odd', 1, /3 lines, 1 refused/],
    ['import wrong', 1, /2 lines, 2 refused; nothing was imported/],
    ['import many', 3, /^(?!.*--force).*:3: .*: 22 more like these, in kind\n/s],
    ['import --dry-run braked', 3, /stopped: .* 4 of 30 (?!.*--force)/s],
    ['import braked missing', 1, /missing.*ENOENT/],
    ['import missing damaged.gz good', 1, /missing.*\n.*damaged(?:.*\n)*.*good: 2 lines.*imported/],
    [
      'import --dry-run --save-map map shop',
      0,
      /columns of row 1, read as item.*\n +도서명: title; .*\n +ISBN: isbn13; .*\n +분류: categoryIds; .*\n.*not used: 비고/s,
    ],
    ['import --dry-run --map map shop', 0, /shop: 2 rows as csv .*\n +item +1 added/],
    ['imports 1000', 1, /./],
    ['imports x', 2, /./],
    ['imports', 0, /^8 .*\+09:00 {2}imported {2}good.*(?:\n.* failed: .*){3}\n4 .*stopped by a brake/],
    ['imports 1', 0, /^1 .* odd .*by command .*3 lines, 1 refused, 1 warning, .* bytes\n/],
    ['import', 2, /at least one file/],
    ['import --format pdf -', 2, /jsonl, csv, xlsx, onix/],
    ['import --encoding ebcdic -', 2, /utf-8, cp949, utf-16/],
    ['import --delimiter || -', 2, /one character, or tab/],
    ['import --map /no/such/file -', 2, /ENOENT/],
  ];
  const inFolder = (word: string) => (names.has(word) ? join(folder, word) : word);
  const commands = cases.map(([words]) => words.split(' ').map(inFolder));
  const results = await runSeogaEach(tempDir(t), commands);
  for (const [at, [words, code, said]] of cases.entries()) {
    const result = results[at];
    assert.equal(result?.code, code, `${words}: ${result?.stderr}`);
    assert.match(result.stderr + result.stdout, said, words);
  }
});

test('1: an interrupt rolls back and says so', async (t) => {
  const folder = tempDir(t);
  const path = join(folder, CATALOG_FILE);
  await pipe(folder, jsonLines([book(9, '아홉')]));
  const before = dumpTables(path);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const env = environmentOf(folder);
    const { child, end, stderr } = spawnProgram(process.execPath, ['bin/seoga.ts', 'import', '-'], { env });
    // It has read this much when it asks for more than a pipe holds.
    const feed = jsonLines(Array.from({ length: 5000 }, (_, at) => book(at + 100, `제목 ${at}`)));
    await new Promise<void>((resolve) => child.stdin?.write(feed, () => resolve()));
    assert.equal(await end(signal), 1);
    assert.match(stderr(), new RegExp(`Interrupted by ${signal}`));
    assert.equal(dumpTables(path), before);
  }
});

const pipe = (dataDir: string, input: string | Buffer) => runSeoga(dataDir, ['import', '-'], {}, input);

test('progress is a line every five seconds; a short import has none', () => {
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const printed: string[] = [];
  const tell = progressPrinter('a.jsonl', clock, (line) => printed.push(line));
  for (let second = 1; second <= 11; second++) {
    clock.advance(1000);
    tell(second * 50_000);
  }
  assert.deepEqual(printed, [
    'a.jsonl: 250,000 lines, 50,000 a second',
    'a.jsonl: 500,000 lines, 50,000 a second',
  ]);
});
