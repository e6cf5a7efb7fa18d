// Makes a fresh clone ready to run: installs the locked dependencies, and Node itself where the one that runs this is too old and
// npm has one for the platform. Plain JavaScript, because it has to run on whatever Node the machine has. Writes to standard
// error only.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the sources need. */
const NODE_MAJOR_MIN = 24;

/** The locked Node: packages that npm installs where it has one for the platform (docs/decisions.md#node-where-the-system-has-none). */
const nodeFolder = join(root, 'scripts', 'node');
const nodePackage = `node_modules/node-${process.platform}-${process.arch}`;
const lockedNode = join(nodeFolder, nodePackage, 'bin', 'node');

/**
 * Installs what the lockfiles name and `node_modules` doesn't hold. Ends the process with a message when that fails, or
 * when nothing here can run the project.
 */
export function setUp() {
  const folders = isRecent() || !npmHasNode() ? [root] : [root, nodeFolder];
  if (!folders.every(isInstalled)) whileAlone(() => folders.forEach(install));
  projectNode();
}

/** The program of the Node that runs the project: the one that runs this, or else the locked one. */
export function projectNode() {
  if (isRecent()) return process.execPath;
  // It's there without running on systems with another C library, such as Alpine.
  if (existsSync(lockedNode) && spawnSync(lockedNode, ['--version']).status === 0) return lockedNode;
  return fail(
    `Seoga needs Node ${NODE_MAJOR_MIN} or later; this is Node ${process.versions.node}, and npm has no locked Node for this machine.`,
  );
}

function npmHasNode() {
  return nodePackage in packagesOf(join(nodeFolder, 'package-lock.json'));
}

function isRecent() {
  return Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN;
}

function install(folder) {
  // Another start may have been first.
  if (isInstalled(folder)) return;
  const what = folder === nodeFolder ? `Node ${NODE_MAJOR_MIN}` : 'the locked dependencies';
  console.error(`Installing ${what} (npm ci) ...`);
  const { program, words, options } = npmCi(folder);
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
function isInstalled(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = packagesOf(join(folder, 'package-lock.json'));
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
