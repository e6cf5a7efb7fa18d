import { Worker } from 'node:worker_threads';

/** Work for a thread of its own: what `entry` does under that name, with data that can be passed to it. */
export interface Task<Name extends string = string, Data = unknown> {
  readonly name: Name;
  readonly data: Data;
}

/** What a task may cost, and who may end it. */
export interface TaskLimits {
  /** Memory for JavaScript values, in MB. */
  readonly memoryMb?: number;
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Does a task on a thread of its own and resolves to the one message that it posts, once the thread has ended and closed
 * its files. Past its limits the thread is ended, and this rejects.
 */
export function runTask<Result>(entry: URL, task: Task, limits: TaskLimits = {}): Promise<Result> {
  const { memoryMb, deadlineMs, signal: given } = limits;
  const resourceLimits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb };
  const thread = new Worker(entry, { workerData: task, resourceLimits });
  const signals = [given, deadlineMs === undefined ? undefined : AbortSignal.timeout(deadlineMs)];
  const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end);
  return new Promise((resolve, reject) => {
    const results: Result[] = [];
    thread.on('message', (result: Result) => results.push(result));
    thread.on('error', reject);
    thread.on('exit', () => {
      signal.removeEventListener('abort', end);
      const [result] = results;
      if (result === undefined) reject(new Error(`the task ${task.name} ended early`));
      else resolve(result);
    });
  });
}
