import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { importProgress } from '../../bin/commands/import-progress.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { jsonLines } from '../support/json-lines.ts';
import { environmentOf, runSeoga, runSeogaEach } from '../support/server-process.ts';
import { book, smallShop } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';
import { dumpTables } from './feed-kit.ts';

const PROGRAM = resolve(import.meta.dirname, '../../bin/seoga.ts');

const good = jsonLines([book(1, '하나'), book(2, '둘')]);

test('0: a file, a compressed file and standard input give the same catalogue', async (t) => {
  // Without what depends on the moment of the import: sales, and registrations that the feed does not tell.
  const feed = jsonLines(smallShop.filter((line) => !('soldAt' in line)).map(withRegistration));
  const files = filesIn(tempDir(t), { 'shop.jsonl': feed, 'shop.jsonl.gz': gzipSync(feed) });
  const folders = [tempDir(t), tempDir(t), tempDir(t)] as const;
  const [plain, zipped, piped] = folders;
  const results = await runSeogaEach(plain, [
    ['import', files['shop.jsonl']],
    { words: ['import', files['shop.jsonl.gz']], settings: { SEOGA_DATA_DIR: zipped } },
  ]);
  for (const { code, stdout, stderr } of [...results, await pipe(piped, gzipSync(feed))]) {
    assert.equal(code, 0, stderr);
    assert.match(stdout, /imported\n {2}category +4 added\n {2}author +1 added\n {2}item +6 added\n$/);
  }
  assert.equal(new Set(folders.map((folder) => dumpTables(join(folder, CATALOG_FILE)))).size, 1);
});

function withRegistration(line: object): object {
  return 'itemId' in line ? { registeredAt: '2024-01-01T00:00Z', ...line } : line;
}

test('0: wrong lines are named as file, line, field and reason on standard error, the others imported', async (t) => {
  const { code, stdout, stderr } = await pipe(tempDir(t), `${good}{"kind":"remove","itemId":0}\n{\n`);
  assert.equal(code, 0);
  assert.match(stdout, /^standard input: 4 lines, 2 refused, 1 warning; imported\n {2}item +2 added\n$/);
  assert.match(
    stderr,
    /^standard input:3: itemId: 0 is not a whole number .*\nstandard input:4: is not JSON.*\nstandard input:1: warning: categoryIds: .*\n$/,
  );
});

test('0: a dry run; 1: a wrong line under --strict, an empty file, wrong lines alone; each leaves the store as it was', async (t) => {
  const files = filesIn(tempDir(t), {
    good,
    odd: `${good}{}\n`,
    empty: '',
    'blank.gz': gzipSync('\n\n'),
    wrong: '{}\n{}\n',
  });
  const cases: readonly (readonly [words: readonly string[], code: number, said: RegExp])[] = [
    [['--dry-run', files.good], 0, /dry run, nothing was changed\n {2}item +2 added\n$/],
    [['--strict', files.odd], 1, /3 lines, 1 refused, 1 warning; nothing was changed/],
    [['--strict', '--dry-run', files.odd], 1, /3 lines, 1 refused/],
    [[files.empty], 1, /the file contains no records/],
    [[files['blank.gz']], 1, /the file contains no records/],
    [[files.wrong], 1, /2 lines, 2 refused/],
    [[files.good], 0, /imported\n {2}item +2 added\n$/],
  ];
  const results = await runSeogaEach(
    tempDir(t),
    cases.map(([words]) => ['import', ...words]),
  );
  for (const [at, [words, code, said]] of cases.entries()) {
    const result = results[at];
    assert.equal(result?.code, code, words.join(' '));
    assert.match(result.stderr + result.stdout, said);
  }
});

test('3: a brake, unless another file fails; --force goes through; imports lists every attempt', async (t) => {
  const folder = tempDir(t);
  const odd = jsonLines(Array.from({ length: 30 }, (_, at) => (at < 4 ? {} : book(at, `책 ${at}`))));
  const path = filesIn(folder, { 'odd.jsonl': odd })['odd.jsonl'];
  const results = await runSeogaEach(folder, [
    ['import', path],
    ['import', '--dry-run', path],
    ['import', path, join(folder, 'missing')],
    ['import', '--force', path],
    ['imports', '5'],
    ['imports', 'x'],
    ['imports'],
    ['imports', '4'],
  ]);
  const codes = results.map(({ code }) => code);
  assert.deepEqual(codes, [3, 3, 1, 0, 1, 2, 0, 0]);
  assert.match(
    results[0]?.stdout ?? '',
    /nothing was changed\n(?:.*\n)*.*stopped: it would refuse 4 of 30 lines \(13\.3%; up to 10% pass\), such as .*\n.*--force/,
  );
  const [listed, one] = results.slice(-2).map(({ stdout }) => stdout);
  assert.deepEqual(
    listed?.split('\n').map((line) => /^(\d+) .*\+09:00 {2}([\w ]+)/.exec(line)?.slice(1)),
    [
      ['4', 'imported  odd'],
      ['3', 'failed'],
      ['2', 'stopped by a brake'],
      ['1', 'stopped by a brake'],
      undefined,
    ],
  );
  assert.match(
    one ?? '',
    /^4 .* by command .*30 lines, 4 refused, 1 warnings, .* bytes\n {2}item +26 added\n {2}line 1: kind: missing/,
  );
});

test('1: a file that is not there, or is damaged; the files after it are imported', async (t) => {
  const folder = tempDir(t);
  filesIn(folder, { 'damaged.gz': gzipSync(good).subarray(0, 20), 'good.jsonl': good });
  const names = ['missing.jsonl', 'damaged.gz', 'good.jsonl'].map((name) => join(folder, name));
  const { code, stdout, stderr } = await runSeoga(join(folder, 'data'), ['import', ...names]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /missing\.jsonl: can't be read; nothing was imported: ENOENT.*\n.*damaged\.gz: can't be read/,
  );
  assert.match(stdout, /^\S*good\.jsonl: 2 lines, 1 warning; imported\n/);
});

test('1: an interrupt rolls back and says so', async (t) => {
  const folder = tempDir(t);
  const path = join(folder, CATALOG_FILE);
  await pipe(folder, jsonLines([book(9, '아홉')]));
  const before = dumpTables(path);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const child = startImport(folder);
    // It has read this much when it asks for more than a pipe holds.
    child.stdin.on('error', () => {});
    const feed = jsonLines(Array.from({ length: 5000 }, (_, at) => book(at + 100, `제목 ${at}`)));
    await new Promise<void>((resolve) => child.stdin.write(feed, () => resolve()));
    child.kill(signal);
    const { code, stderr } = await finish(child);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`Interrupted by ${signal}: nothing of the current file was imported`));
    assert.equal(dumpTables(path), before);
  }
});

test("2: no file, an unknown format, encoding or delimiter, a file that isn't a mapping", async (t) => {
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[], /at least one file/],
    [['--format', 'pdf', '-'], /--format is "pdf": it takes jsonl, csv, xlsx, onix, nlk/],
    [['--encoding', 'ebcdic', '-'], /--encoding is "ebcdic": it takes utf-8, cp949, utf-16/],
    [['--delimiter', '||', '-'], /--delimiter is "\|\|": it takes one character, or tab/],
    [['--map', '/no/such/file', '-'], /--map \/no\/such\/file: ENOENT/],
  ];
  const results = await runSeogaEach(
    tempDir(t),
    cases.map(([args]) => ['import', ...args]),
  );
  for (const [at, [, message]] of cases.entries()) {
    assert.equal(results[at]?.code, 2);
    assert.match(results[at]?.stderr ?? '', message);
  }
});

/** Writes files and gives their paths. */
function filesIn<Name extends string>(folder: string, files: Record<Name, string | Buffer>) {
  const paths = Object.entries<string | Buffer>(files).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return [name, join(folder, name)];
  });
  return Object.fromEntries(paths) as Record<Name, string>;
}

/** Starts an import from standard input. */
function startImport(dataDir: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [PROGRAM, 'import', '-'], { env: environmentOf(dataDir) });
}

async function finish(child: ChildProcessWithoutNullStreams) {
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code: Number(code), stdout, stderr };
}

function pipe(dataDir: string, input: string | Buffer) {
  const child = startImport(dataDir);
  child.stdin.end(input);
  return finish(child);
}

/** Collects what is written. */
function sink(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, write: (text: string) => written.push(text) > 0 };
}

test('progress is one line written over on a terminal and a line every few seconds elsewhere', () => {
  for (const isTTY of [true, false]) {
    const clock = fixedClock('2026-11-21T12:00:00+09:00');
    const out = sink(isTTY);
    const progress = importProgress('a.jsonl', clock, out);
    for (let second = 0; second < 10; second++) {
      clock.advance(1000);
      progress.update((second + 1) * 50_000);
    }
    progress.end();
    progress.end();
    if (isTTY) {
      assert.equal(out.written.length, 11);
      assert.equal(out.written[0], '\r\u001b[Ka.jsonl: 50,000 lines, 50,000 a second');
      assert.equal(out.written[10], '\r\u001b[K');
    } else {
      assert.deepEqual(out.written, [
        'a.jsonl: 250,000 lines, 50,000 a second\n',
        'a.jsonl: 500,000 lines, 50,000 a second\n',
      ]);
    }
  }
});

test('a short import writes no progress', () => {
  const out = sink(true);
  const progress = importProgress('a', fixedClock('2026-11-21T12:00:00+09:00'), out);
  progress.update(10);
  progress.end();
  assert.deepEqual(out.written, []);
});
