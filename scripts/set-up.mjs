// Makes a fresh clone ready to run: installs the locked dependencies, among them Node itself where npm has it for the
// platform. Plain JavaScript, because it has to run on whatever Node the machine has. Writes to standard error only.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
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

/**
 * Builds the portal's pages when they are missing or older than what they are made of. Without them the server
 * still answers, so a failure is told and no more.
 */
export function buildPages() {
  const web = join(root, 'web');
  const built = join(web, 'dist');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(join(web, 'index.html')) || !existsSync(vite)) return;
  const builtMs = modifiedMs(join(built, 'index.html'));
  if (PAGE_SOURCES.every((source) => modifiedMs(join(root, source)) <= builtMs)) return;
  // Into a folder of its own first: a server that starts meanwhile finds the old pages or the new ones.
  const fresh = newFolder(join(root, 'node_modules', '.pages-'));
  if (fresh === null || !isWritable(web)) {
    if (fresh !== null) rmSync(fresh, { recursive: true, force: true });
    const fate = builtMs > 0 ? 'those built before are served' : 'the API works without them';
    console.error(
      `This user may not build the pages in ${root}: ${fate}. Build them as the owner of the folder.`,
    );
    return;
  }
  console.error('Building the pages of the portal (vite build) ...');
  const result = spawnSync(
    projectNode(),
    [vite, 'build', web, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'error'],
    {
      cwd: root,
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    },
  );
  if (result.status === 0) {
    // A temporary folder belongs to its maker alone; these files are for everyone.
    chmodSync(fresh, 0o755);
    rmSync(built, { recursive: true, force: true });
    try {
      renameSync(fresh, built);
    } catch {
      // Another process has put its own build there in between; it is as new.
    }
  } else {
    console.error('The pages could not be built; the API works without them.');
  }
  rmSync(fresh, { recursive: true, force: true });
}

/** A new folder whose name begins so; null where this user may not make one, as in an installation owned by root. */
function newFolder(prefix) {
  try {
    return mkdtempSync(prefix);
  } catch {
    return null;
  }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What the pages are made of. */
const PAGE_SOURCES = [
  'web',
  'openapi.json',
  'src/http/errors.ts',
  'src/messages',
  'src/portal/contract',
  'src/portal/curl.ts',
  'src/accounts/account-store.ts',
  'src/accounts/identity.ts',
  'src/accounts/roles.ts',
  'src/accounts/sign-in-provider.ts',
  'src/catalog/item-overrides.ts',
  'src/ingest/feed-intake.ts',
  'src/ingest/feed-record.ts',
  'src/ingest/text/encoding-names.ts',
  'src/rankings/ranking-admin.ts',
  'src/rankings/ranking-store.ts',
  'src/search/search-index.ts',
  'src/search/search-term-bounds.ts',
  'package-lock.json',
];

/** When a file, or the newest file of a folder, was changed; 0 when there is none. Built pages do not count. */
function modifiedMs(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(path).filter((name) => !/^(dist|node_modules|\.)/.test(name));
  return Math.max(0, ...inside.map((name) => modifiedMs(join(path, name))));
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
