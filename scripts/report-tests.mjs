// A reporter for node:test: a line for each test file that has ended, each failure at once and once, and at the end, in
// the file that SEOGA_TEST_COUNTS names, how many tests passed and failed, and which were skipped and why, as JSON.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inspect } from 'node:util';
import { root } from './set-up.mjs';

export default async function* reportTests(source) {
  const counts = { passed: 0, failed: 0, skipped: [] };
  /** What failed for tests that say so themselves: a hook, such as the start of a server that all of a suite ask. */
  const hooks = new Set();
  let unrun = 0;
  for await (const { type, data } of source) {
    const isSuite = data?.details?.type === 'suite';
    if (type === 'test:pass') {
      // A suite counts when it is skipped: its tests are then not heard of at all.
      const isSkipped = data.skip !== undefined || data.todo !== undefined;
      if (isSkipped) counts.skipped.push({ name: data.name, reason: String(data.skip ?? data.todo) });
      else if (!isSuite) counts.passed++;
    }
    if (type === 'test:fail') {
      const { error } = data.details;
      const isKnown = error.failureType === 'hookFailed' && hooks.has(`${data.file} ${causeOf(error)}`);
      // A suite fails with its tests, which are counted; tests of a suite that couldn't begin are cancelled, or fail with its hook.
      if (error.failureType === 'cancelledByParent' || isKnown) unrun++;
      else if (!isSuite || error.failureType !== 'subtestsFailed') {
        if (error.failureType === 'hookFailed') hooks.add(`${data.file} ${causeOf(error)}`);
        counts.failed++;
        yield `FAILED ${whereOf(data)} ${data.name}\n${causeOf(error).replaceAll(/^/gm, '    ')}\n`;
      }
    }
    // Files that share a process are its outermost suites, whose names are theirs.
    if ((type === 'test:pass' || type === 'test:fail') && isSuite && /^test\/.*\.ts$/.test(data.name))
      yield line(data.name, data.details.duration_ms);
    if (type === 'test:summary' && /\.ts$/.test(data.file ?? ''))
      yield line(relative(root, data.file), data.duration_ms);
  }
  if (unrun > 0) yield `${unrun} tests could not run because of a failure above\n`;
  // A file whose tests all were cancelled has failed even if nothing else says so.
  if (counts.failed === 0 && unrun > 0) counts.failed = unrun;
  writeFileSync(process.env.SEOGA_TEST_COUNTS, JSON.stringify(counts));
}

function line(name, ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}\n`;
}

function whereOf({ file, line: at }) {
  return file === undefined ? '' : `${relative(root, file)}:${at}`;
}

function causeOf({ cause, message }) {
  return cause === undefined ? message : inspect(cause, { depth: 4 });
}
