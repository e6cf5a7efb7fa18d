import { type SpawnOptions, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { patientMs } from './patience.ts';
import type { Cleanup } from './temp-dir.ts';

export const root = resolve(import.meta.dirname, '../..');

const STOP_MAX_MS = patientMs(120_000);

export type Running = ReturnType<typeof spawnProgram>;

export function spawnProgram(command: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(command, args, { cwd: root, ...options });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  // A command that ends without reading its input closes the pipe.
  child.stdin?.on('error', () => {});
  const exit = new Promise<number | null>((ended, failed) => {
    child.once('error', failed).once('close', (code) => ended(code));
  });
  return {
    child,
    /** The exit code, after all output has been read. */
    exit,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    /** The first group of a pattern, or all of it, once the output matches. */
    written: (stream: 'stdout' | 'stderr', pattern: RegExp) =>
      new Promise<string>((found) => {
        const look = () => {
          const match = pattern.exec(output[stream]);
          if (match === null) return;
          child[stream]?.off('data', look);
          found(match[1] ?? match[0]);
        };
        child[stream]?.on('data', look);
        look();
      }),
    /** Sends a signal to a running program, and waits for its end. */
    end(signal: NodeJS.Signals) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return within(STOP_MAX_MS, () => `the end after ${signal} (${output.stderr})`, exit);
    },
  };
}

/** Ends what is left of a detached program's group. */
export function endGroup(t: Cleanup, { child }: Running): void {
  t.after(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // Nothing is left.
    }
  });
}

/** Throws an error that names `what` took too long. */
export async function within<T>(maxMs: number, what: () => string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what()} took more than ${maxMs} ms`)), maxMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
