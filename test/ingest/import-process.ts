import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the import command in a process of its own. */
export function startImport(dataDir: string, args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [join(import.meta.dirname, 'import-child.ts'), dataDir, ...args], {
    env: { ...process.env, NODE_V8_COVERAGE: '' },
  });
}

/** Waits for its end. */
export async function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code, signal] = await once(child, 'close');
  return { code, signal, stdout, stderr };
}

/** Runs it to its end, with what it reads from standard input. */
export function runImport(
  dataDir: string,
  args: readonly string[],
  input: string | Buffer = '',
): Promise<Finished> {
  const child = startImport(dataDir, args);
  child.stdin.end(input);
  return finish(child);
}

/** Runs any command of the command line on a data folder. */
export function runCommand(dataDir: string, words: readonly string[]): Promise<Finished> {
  const program = join(import.meta.dirname, '../../bin/seoga.ts');
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, NODE_V8_COVERAGE: '', SEOGA_DATA_DIR: dataDir },
  });
  child.stdin.end();
  return finish(child);
}
