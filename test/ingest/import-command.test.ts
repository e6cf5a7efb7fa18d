import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { importProgress } from '../../bin/commands/import-progress.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { runSeogaEach } from '../support/server-process.ts';
import { book, smallShop } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';
import { dumpTables, feedKit, feedText } from './feed-kit.ts';
import { finish, runCommand, runImport, startImport } from './import-process.ts';

const good = feedText([book(1, '하나'), book(2, '둘')]);

test('0: a file, a compressed file and standard input give the same catalogue', async (t) => {
  // Without what depends on the moment of the import: sales, and registrations that the feed does not tell.
  const feed = feedText(smallShop.filter((line) => !('soldAt' in line)).map(withRegistration));
  const folder = tempDir(t);
  writeFileSync(join(folder, 'shop.jsonl'), feed);
  writeFileSync(join(folder, 'shop.jsonl.gz'), gzipSync(feed));
  const dumps: string[] = [];
  for (const [name, source, input] of [
    ['plain', join(folder, 'shop.jsonl'), ''],
    ['zipped', join(folder, 'shop.jsonl.gz'), ''],
    ['stdin', '-', feed],
    ['zipped-stdin', '-', gzipSync(feed)],
  ] as const) {
    const { code, stdout, stderr } = await runImport(join(folder, name), [source], input);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /imported\n {2}category +4 added\n {2}author +1 added\n {2}item +6 added\n$/);
    dumps.push(dumpTables(join(folder, name, CATALOG_FILE)));
  }
  assert.equal(new Set(dumps).size, 1);
});

function withRegistration(line: object): object {
  return 'itemId' in line ? { registeredAt: '2024-01-01T00:00Z', ...line } : line;
}

test('0: wrong lines are named as file, line, field and reason on standard error, the others imported', async (t) => {
  const { code, stdout, stderr } = await runImport(
    tempDir(t),
    ['-'],
    `${good}{"kind":"remove","itemId":0}\n{\n`,
  );
  assert.equal(code, 0);
  assert.match(stdout, /^standard input: 4 lines, 2 refused, 1 warning; imported\n {2}item +2 added\n$/);
  assert.match(
    stderr,
    /^standard input:3: itemId: 0 is not a whole number .*\nstandard input:4: is not JSON.*\nstandard input:1: warning: categoryIds: .*\n$/,
  );
});

test('0: a dry run tells what would become of the feed', async (t) => {
  const folder = tempDir(t);
  const { code, stdout } = await runImport(folder, ['--dry-run', '-'], good);
  assert.equal(code, 0);
  assert.match(stdout, /dry run, nothing was changed\n {2}item +2 added\n$/);
  assert.match((await runImport(folder, ['-'], good)).stdout, /imported\n {2}item +2 added\n$/);
});

test('1: strict finds a wrong line', async (t) => {
  const folder = tempDir(t);
  const { code, stdout } = await runImport(folder, ['--strict', '-'], `${good}{}\n`);
  assert.equal(code, 1);
  assert.match(stdout, /3 lines, 1 refused, 1 warning; nothing was changed/);
  assert.equal((await runImport(folder, ['--strict', '--dry-run', '-'], `${good}{}\n`)).code, 1);
  assert.match((await runImport(folder, ['-'], good)).stdout, /item +2 added/);
});

test('1: an empty file', async (t) => {
  for (const feed of ['', '\n\n', gzipSync('')]) {
    const { code, stderr } = await runImport(tempDir(t), ['-'], feed);
    assert.equal(code, 1);
    assert.match(stderr, /the file contains no records/);
  }
});

test('3: a brake, unless another file fails; --force goes through; imports lists every attempt', async (t) => {
  const folder = tempDir(t);
  const path = join(folder, 'odd.jsonl');
  writeFileSync(path, feedText(Array.from({ length: 30 }, (_, at) => (at < 4 ? {} : book(at, `책 ${at}`)))));
  const { code, stdout } = await runImport(folder, [path]);
  assert.equal(code, 3);
  assert.match(
    stdout,
    /nothing was changed\n(?:.*\n)*.*stopped: it would refuse 4 of 30 lines \(13\.3%; up to 10% pass\), such as .*\n.*--force/,
  );
  assert.equal((await runImport(folder, ['--dry-run', path])).code, 3);
  assert.equal((await runImport(folder, [path, join(folder, 'missing')])).code, 1);
  assert.equal((await runImport(folder, ['--force', path])).code, 0);
  const listed = await runCommand(folder, ['imports']);
  assert.deepEqual(
    listed.stdout.split('\n').map((line) => /^(\d+) .*\+09:00 {2}([\w ]+)/.exec(line)?.slice(1)),
    [
      ['4', 'imported  odd'],
      ['3', 'failed'],
      ['2', 'stopped by a brake'],
      ['1', 'stopped by a brake'],
      undefined,
    ],
  );
  const one = await runCommand(folder, ['imports', '4']);
  assert.match(
    one.stdout,
    /^4 .* by command .*30 lines, 4 refused, 1 warnings, .* bytes\n {2}item +26 added\n {2}line 1: kind: missing/,
  );
  assert.equal((await runCommand(folder, ['imports', '5'])).code, 1);
  assert.equal((await runCommand(folder, ['imports', 'x'])).code, 2);
});

test('1: every line is wrong', async (t) => {
  assert.equal((await runImport(tempDir(t), ['-'], '{}\n{}\n')).code, 1);
});

test('1: a file that is not there, or is damaged; the files after it are imported', async (t) => {
  const folder = tempDir(t);
  writeFileSync(join(folder, 'damaged.gz'), gzipSync(good).subarray(0, 20));
  writeFileSync(join(folder, 'good.jsonl'), good);
  const names = ['missing.jsonl', 'damaged.gz', 'good.jsonl'].map((name) => join(folder, name));
  const { code, stdout, stderr } = await runImport(join(folder, 'data'), names);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /missing\.jsonl: cannot be read, nothing of it was kept: ENOENT.*\n.*damaged\.gz: cannot be read/,
  );
  assert.match(stdout, /^\S*good\.jsonl: 2 lines, 1 warning; imported\n/);
});

test('1: an interrupt rolls back and says so', async (t) => {
  const kit = feedKit(t);
  await kit.import([book(9, '아홉')]);
  const before = kit.dump();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const child = startImport(dirname(kit.path), ['-']);
    // It has read this much when it asks for more than a pipe holds.
    child.stdin.on('error', () => {});
    const feed = feedText(Array.from({ length: 5000 }, (_, at) => book(at + 100, `제목 ${at}`)));
    await new Promise<void>((resolve) => child.stdin.write(feed, () => resolve()));
    child.kill(signal);
    const { code, stderr } = await finish(child);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`Interrupted by ${signal}: nothing of the current file was imported`));
    assert.equal(kit.dump(), before);
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
