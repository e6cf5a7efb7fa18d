// npm test - everything that this machine can check: types, format and lint, unused code, and the tests. With CI=true nothing may be skipped but tests on data that aren't there. The last line is "N passed, N failed".
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groupTests, quickTestFiles, testFiles } from './group-tests.mjs';
import { projectNode, root, setUp } from './set-up.mjs';

setUp();
/** Longer than any test takes on a quiet machine, and than all of them together. */
const TEST_MAX_MS = 5 * 60_000;
const TESTS_MAX_MS = 30 * 60_000;
/** What the checks take on a quiet machine with two cores. */
const CHECKS_MS = 6_000;
/** A machine that does other work is given more time, but a run that hangs has to end. */
const PATIENCE_MAX = 20;
const isCi = process.env.CI === 'true';
/** Data that lie beside some clones and are never part of one (test/real-data). */
const MAY_BE_SKIPPED = /^SKIPPED: no real data in /;
const bin = (name) => join(root, 'node_modules', '.bin', name);
let passed = 0;
let failed = 0;
const words = process.argv.slice(2);
if (words.includes('loaded')) startLoad();

const startMs = performance.now();
await Promise.all([
  // Several threads would each check the shared types again: twice the CPU time, and no sooner on two cores.
  check('types', bin('tsc'), ['--singleThreaded']),
  check('format and lint', bin('biome'), ['check', '--error-on-warnings']),
  check('unused code', bin('knip'), ['--no-progress']),
]);
const patience = Math.min(PATIENCE_MAX, Math.max(1, (performance.now() - startMs) / CHECKS_MS));
await runTests(words.filter((word) => word !== 'loaded'));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Eight processes that take all the time they get, until this one has ended. */
function startLoad() {
  const work = 'const { ppid } = process; while (process.ppid === ppid);';
  const busy = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', work], { stdio: 'ignore' }));
  for (const one of busy) one.unref();
  process.once('exit', () => {
    for (const one of busy) one.kill();
  });
}

/** Runs a program and, once it has ended, shows what it wrote. */
function check(title, program, args) {
  return new Promise((ended) => {
    execFile(program, args, { cwd: root, maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) => {
      process.stdout.write(stdout + stderr);
      report(`${title}: ${error === null ? 'ok' : 'FAILED'}`, error === null);
      ended();
    });
  });
}

function report(line, ok) {
  console.log(line);
  if (ok) passed++;
  else failed++;
}

/** The tests of a word: `quick`, a file, or an area, which is a folder of `test/`; `src/search` means `test/search`, too. */
function filesOf(word) {
  if (word === 'quick') return quickTestFiles();
  const path = word.replace(/^(?:\.\/)?(?:test|src)\//, '').replace(/\/$/, '');
  const files = testFiles().filter((file) => file === path || file.startsWith(`${path}/`));
  if (files.length === 0) report(`${word}: FAILED, test/ has no such folder or file`, false);
  return files;
}

/** All tests, or those of the areas and files named on the command line. */
async function runTests(words) {
  const files = words.length === 0 ? testFiles() : [...new Set(words.flatMap(filesOf))];
  if (files.length === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'seoga-test-'));
  const countsFile = join(folder, 'counts.json');
  const runner = spawn(
    projectNode(),
    [
      '--test',
      // Two cores: a third of their time, tests wait for timers, servers and browsers.
      '--test-concurrency=3',
      // A test that waits for ever is named, rather than ended with all others by the machine that runs them.
      `--test-timeout=${Math.round(TEST_MAX_MS * patience)}`,
      `--test-reporter=${join(root, 'scripts', 'report-tests.mjs')}`,
      '--test-reporter-destination=stdout',
      ...groupTests(folder, files),
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // Every file starts a process of its own: with the compiled code kept, most of them start in half the time.
      env: {
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'seoga'),
        ...process.env,
        SEOGA_TEST_COUNTS: countsFile,
        SEOGA_TEST_PATIENCE: String(patience),
      },
    },
  );
  const deadline = setTimeout(() => stopHanging(runner), TESTS_MAX_MS * patience);
  const [status] = await once(runner, 'exit');
  clearTimeout(deadline);
  const summary = existsSync(countsFile) ? readFileSync(countsFile, 'utf8') : '';
  rmSync(folder, { recursive: true, force: true });
  if (summary === '') return report('tests: FAILED (the runner ended without a summary)', false);
  const counts = JSON.parse(summary);
  passed += counts.passed;
  failed += counts.failed;
  if (counts.skipped.length > 0) console.log(`\n${counts.skipped.length} SKIPPED on this machine:`);
  for (const skip of counts.skipped) console.log(`  ${skip.name}\n    ${skip.reason}`);
  const failing = counts.skipped.filter(({ reason }) => isCi && !MAY_BE_SKIPPED.test(reason));
  if (failing.length > 0) report(`nothing else may be skipped under CI: ${failing.length} FAILED`, false);
  if (counts.failed === 0 && status !== 0) report('tests: FAILED (the runner failed without a test)', false);
}

/** A process of tests that never ends keeps the runner waiting: the limit of a test ends tests only. */
function stopHanging(runner) {
  report(`tests: FAILED (not ended in time), with these processes:`, false);
  spawnSync('ps', ['-eo', 'pid,ppid,stat,etime,time,args', '--forest'], { stdio: 'inherit' });
  runner.kill();
  setTimeout(() => runner.kill('SIGKILL'), 10_000).unref();
}
