// Makes a fresh clone ready to run: installs the locked dependencies, among them Node itself where npm has it for the
// platform. Plain JavaScript, because it has to run on whatever Node the machine has. Writes to standard error only.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The locked Node: a package that npm installs on the platforms that have one (docs/decisions.md#node-from-the-lockfile). */
const lockedNode = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');

/** What the sources need where a platform has no locked Node. */
const NODE_MAJOR_MIN = 24;

/**
 * Installs what the lockfile names and `node_modules` doesn't hold. Ends the process with a message when that fails, or
 * when nothing here can run the project.
 */
export function setUp() {
  if (!isInstalled(root)) whileAlone(install);
  projectNode();
}

/** The program of the Node that runs the project: the locked one, or else the one that runs this. */
export function projectNode() {
  if (realpathOf(lockedNode) === realpathOf(process.execPath)) return process.execPath;
  // It's there without running on systems with another C library, such as Alpine.
  if (existsSync(lockedNode) && spawnSync(lockedNode, ['--version']).status === 0) return lockedNode;
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) return process.execPath;
  return fail(
    `Seoga needs Node ${NODE_MAJOR_MIN} or later; this is Node ${process.versions.node}, and npm has no locked Node for this machine.`,
  );
}

function realpathOf(path) {
  return existsSync(path) ? realpathSync(path) : null;
}

function install() {
  // Another start may have been first.
  if (isInstalled(root)) return;
  console.error('Installing the locked dependencies (npm ci) ...');
  const { program, words, options } = npmCi(root);
  if (spawnSync(program, words, options).status !== 0) fail('Set-up failed: npm ci failed; see above.');
}

/** Runs `work` while no other start of this clone does: two installations at once would delete each other's files. */
function whileAlone(work) {
  const lock = join(root, '.installing');
  while (!takeLock(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** The lock is a link to the number of its process: unlike a file, it is never seen without its content. */
function takeLock(lock) {
  try {
    symlinkSync(String(process.pid), lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readlinkSync(lock)), 0);
  } catch (error) {
    // Its process has ended without removing it.
    if (error.code === 'ESRCH') rmSync(lock, { force: true });
  }
  return false;
}

/** How to run npm ci in a folder. */
function npmCi(cwd) {
  const npm = process.env.npm_execpath;
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const words = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  return { program, words, options: { cwd, stdio: ['ignore', process.stderr.fd, process.stderr.fd] } };
}

/** Whether `node_modules` in a folder holds what a lockfile names, by npm's own record of what it has installed. */
function isInstalled(folder, lockfile = join(folder, 'package-lock.json')) {
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = packagesOf(lockfile);
  const there = packagesOf(record);
  const isSame = (path) => wanted[path]?.integrity === there[path]?.integrity;
  return (
    Object.keys(there).every(isSame) &&
    // Optional packages of other platforms are left out.
    Object.keys(wanted).every((path) => path === '' || wanted[path].optional || isSame(path))
  );
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
