import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { createFeedFolder } from '../../src/jobs/feed-folder.ts';
import { shortenFileName } from '../../src/jobs/file-names.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';
import { runOptions } from './feed-run-options.ts';

/** A feed folder that imports into a store of its own. */
function openFolder(t: TestContext, folder = tempDir(t)) {
  const problems: unknown[] = [];
  const lines: string[] = [];
  const feeds = createFeedFolder({
    folder,
    ...runOptions,
    dataDir: tempDir(t),
    clock: fixedClock('2026-11-21T12:00:00+09:00'),
    onFile: (line, isImported) => lines.push(`${isImported ? 'info' : 'warning'} ${line}`),
    onProblem: (problem) => problems.push(problem),
  });
  const put = (name: string, text = `${JSON.stringify(book(1, '책'))}\n`) => {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), LONG_AGO, LONG_AGO);
  };
  return {
    folder,
    feeds,
    problems,
    lines,
    put,
    list: (name: string) => readdirSync(join(folder, name)).sort(),
  };
}

const LONG_AGO = new Date(2020, 0, 1);

test('a file with a name as long as a file system allows is imported once and moved aside', async (t) => {
  const { folder, feeds, problems, lines, put, list } = openFolder(t);
  const long = `${'가'.repeat(83)}.jsonl`;
  assert.equal(Buffer.byteLength(long), 255);
  put(long);
  put('힣.jsonl');
  for (let time = 0; time < 2; time++) await feeds.look();
  assert.deepEqual(problems, []);
  assert.deepEqual(lines, [`info ${long}: imported`, 'info 힣.jsonl: imported']);
  const [file = '', report = ''] = list('done');
  assert.match(file, /^2026-11-21T030000\.000Z-가+~[0-9a-f]{12}\.jsonl$/);
  assert.equal(report, `${file}.report.json`);
  assert.equal(Buffer.byteLength(report) > 250, true);
  assert.deepEqual(readdirSync(folder), ['done']);
});

test('a shortened name fits, keeps its ending and whole characters, and differs where names differ', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
  // No name of a file has a slash, and behind one ".csv" would be a hidden file instead of an ending.
  const name = text.map((written) => `${written.replaceAll('/', '-')}.csv`);
  fc.assert(
    fc.property(name, name, fc.integer({ min: 40, max: 255 }), (one, other, max) => {
      const short = shortenFileName(one, max);
      assert.ok(Buffer.byteLength(short) <= max);
      assert.ok(short.endsWith('.csv') && (Buffer.byteLength(one) > max || short === one));
      assert.ok(one === other || short !== shortenFileName(other, max));
      if (one.isWellFormed()) assert.ok(short.isWellFormed());
    }),
  );
});

test('a file that cannot be moved aside is imported once and told once, and the next ones go on', async (t) => {
  const { folder, feeds, problems, lines, put, list } = openFolder(t);
  writeFileSync(join(folder, 'done'), 'in the place of the folder');
  utimesSync(join(folder, 'done'), new Date(2030, 0, 1), new Date(2030, 0, 1));
  put('a.jsonl');
  put('b.jsonl', '');
  for (let time = 0; time < 3; time++) await feeds.look();
  assert.deepEqual(lines, ['info a.jsonl: imported', 'warning b.jsonl: failed, see its report']);
  assert.equal(problems.length, 1);
  assert.match(String(problems[0]), /EEXIST.*done/);
  assert.equal(list('failed').length, 2);
  rmSync(join(folder, 'done'));
  put('c.jsonl');
  renameSync(join(folder, 'a.jsonl'), join(folder, 'again.jsonl'));
  await feeds.look();
  assert.deepEqual(lines.slice(2), ['info again.jsonl: imported', 'info c.jsonl: imported']);
});

test('a mapping that is a link or larger than a mapping is not read, and its file fails with the reason', async (t) => {
  const { folder, feeds, problems, put, list } = openFolder(t);
  const secret = join(tempDir(t), 'secret.json');
  writeFileSync(secret, '{"kind":"the secret"}');
  symlinkSync(secret, join(folder, 'a.map.json'));
  put('a.csv', 'x\n1\n');
  put('b.map.json', `{"kind":"item"${' '.repeat(2 * 1024 * 1024)}}`);
  put('b.csv', 'x\n1\n');
  symlinkSync(secret, join(folder, 'c.csv'));
  await feeds.look();
  assert.deepEqual(problems, []);
  const reports = list('failed').filter((name) => name.endsWith('.report.json'));
  assert.equal(reports.length, 2);
  for (const report of reports) {
    const { message } = JSON.parse(readFileSync(join(folder, 'failed', report), 'utf8'));
    assert.match(message.en, /its \.map\.json file is a link, is larger than 1 MB, or cannot be opened/);
  }
  assert.deepEqual(readdirSync(folder).sort(), ['a.map.json', 'b.map.json', 'c.csv', 'failed']);
});

test('a feed folder that is away is logged once, and again when it goes away again', async (t) => {
  const folder = join(tempDir(t), 'feeds');
  const { feeds, problems } = openFolder(t, folder);
  for (let time = 0; time < 3; time++) await feeds.look();
  assert.equal(problems.length, 1);
  assert.match(String(problems[0]), /ENOENT.*feeds/);
  mkdirSync(folder);
  await feeds.look();
  assert.equal(problems.length, 1);
  rmSync(folder, { recursive: true });
  for (let time = 0; time < 3; time++) await feeds.look();
  assert.equal(problems.length, 2);
});
