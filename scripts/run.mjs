// node scripts/run.mjs FILE [ARGUMENT ...] - runs a TypeScript file of the project under its pinned Node, after
// installing what is missing. Exit code and signals pass through.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPages, pinnedNode, root, setUp } from './set-up.mjs';

setUp();
const [file, ...args] = process.argv.slice(2);
// Only the server shows them, and not when it is asked for its usage.
if (args[0] === 'serve' && args.length === 1) buildPages();
const entry = resolve(root, file);
if (realpathSync(process.execPath) === realpathSync(pinnedNode)) {
  // Keeps stripped and compiled code between starts; threads and further programs read the variable.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'seoga');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.argv.splice(1, process.argv.length - 1, entry, ...args);
  await import(pathToFileURL(entry).href);
} else {
  const child = spawn(pinnedNode, [join(root, 'scripts', 'run.mjs'), file, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}
