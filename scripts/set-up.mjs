// Makes a fresh clone ready to run: installs the locked dependencies, among them the Node that the project pins.
// Plain JavaScript, because it has to run on whatever Node the machine has. Writes to standard error only.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The pinned Node's program. */
export const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Installs what is missing or older than the lockfile. Ends the process with a message when that fails. */
export function setUp() {
  if (existsSync(pinnedNode) && isInstalled(root)) return;
  console.error('Installing the locked dependencies (npm ci) ...');
  const { program, words, options } = npmCi(root);
  if (spawnSync(program, words, options).status !== 0) fail('npm ci failed; see above');
  // Where install scripts are switched off, the package that brings Node has not run its own.
  if (!existsSync(pinnedNode)) {
    spawnSync(process.execPath, ['installArchSpecificPackage'], {
      cwd: join(root, 'node_modules', 'node'),
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    });
  }
  if (!existsSync(pinnedNode)) fail('the package "node" brought no program for this machine');
}

/**
 * Installs the linters and client generators that the OpenAPI document is tested with (test/clients). They stand apart,
 * because they need another TypeScript than the project. Without them their test is skipped. Resolves when they are there,
 * or cannot be: npm mostly waits for the network, so the caller goes on meanwhile.
 */
export async function installClients() {
  const folder = join(root, 'node_modules', '.openapi-clients');
  const lockfile = join(root, 'test', 'clients', 'package-lock.json');
  if (isInstalled(folder) && readFileSync(lockfile).equals(readFileSync(join(folder, 'package-lock.json'))))
    return;
  console.error('Installing the generators of OpenAPI clients ...');
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(dirname(lockfile), file), join(folder, file));
  const { program, words, options } = npmCi(folder);
  await new Promise((ended) => {
    spawn(program, words, options).once('error', ended).once('close', ended);
  });
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
    pinnedNode,
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
  'docs/errors',
  'src/http/errors.ts',
  'src/messages',
  'src/portal/contract.ts',
  'src/portal/curl.ts',
  'src/portal/paths-contract.ts',
  'src/portal/provider-contract.ts',
  'src/portal/security-contract.ts',
  'src/portal/catalog-contract.ts',
  'src/portal/usage-contract.ts',
  'src/portal/console-contract.ts',
  'src/portal/console-feed-contract.ts',
  'src/portal/console-item-contract.ts',
  'src/portal/console-mapping-contract.ts',
  'src/portal/console-shop-contract.ts',
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

function isInstalled(folder) {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  return statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs;
}

function fail(reason) {
  console.error(`Set-up failed: ${reason}.`);
  process.exit(1);
}
