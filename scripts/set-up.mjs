// Makes a fresh clone ready to run: installs the locked dependencies, among them the Node that the project pins.
// Plain JavaScript, because it has to run on whatever Node the machine has. Writes to standard error only.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
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
  if (isInstalled()) return;
  console.error('Installing the locked dependencies (npm ci) ...');
  const npm = process.env.npm_execpath;
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const result = spawnSync(
    program,
    [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    },
  );
  if (result.status !== 0) fail('npm ci failed; see above');
  // Where install scripts are switched off, the package that brings Node has not run its own.
  if (!existsSync(pinnedNode)) {
    spawnSync(process.execPath, ['installArchSpecificPackage'], {
      cwd: join(root, 'node_modules', 'node'),
      stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    });
  }
  if (!existsSync(pinnedNode)) fail('the package "node" brought no program for this machine');
}

function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed) || !existsSync(pinnedNode)) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

function fail(reason) {
  console.error(`Set-up failed: ${reason}.`);
  process.exit(1);
}
