// node scripts/run.mjs FILE [ARGUMENT ...] - runs a TypeScript file of the project under the project's Node, after
// installing what is missing. Exit code and signals pass through.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectNode, root, setUp } from './set-up.mjs';

const PARENT_WATCH_MS = 500;

if (process.env.npm_lifecycle_event === 'start') endWithParent();
setUp();
const [file, ...args] = process.argv.slice(2);
const entry = resolve(root, file);
const node = projectNode();
if (node === process.execPath) {
  // Keeps stripped and compiled code between starts; threads and further programs read the variable.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'seoga');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.argv.splice(1, process.argv.length - 1, entry, ...args);
  await import(pathToFileURL(entry).href);
} else {
  const child = spawn(node, [...process.execArgv, join(root, 'scripts', 'run.mjs'), file, ...args], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}

/** npm passes SIGINT and SIGTERM on. When it is hung up or killed, the server has to notice by itself. */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_WATCH_MS).unref();
}
