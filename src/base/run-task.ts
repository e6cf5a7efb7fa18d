import { parentPort, receiveMessageOnPort, Worker } from 'node:worker_threads';

/** Work for a thread of its own: `name` selects it in the entry file, and `data` can be cloned to the thread. */
export interface Task<Name extends string = string, Data = unknown> {
  readonly name: Name;
  readonly data: Data;
}

export interface TaskOptions<Message> {
  readonly memoryMb?: number;
  readonly signal?: AbortSignal;
  /** How long the task may take to stop before its thread is terminated. */
  readonly stopMs?: number;
  readonly onMessage?: (told: Message) => void;
}

type TaskMessage<Result, Message> = { readonly told: Message } | { readonly result: Result };

const STOP_MS = 10_000;

/** Runs a task on a thread of its own. Resolves to its result once the thread has ended and closed its files. */
export function runTask<Result, Message = never>(
  entry: URL,
  task: Task,
  { memoryMb, signal, stopMs = STOP_MS, onMessage }: TaskOptions<Message> = {},
): Promise<Result> {
  const resourceLimits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb };
  const thread = new Worker(entry, { workerData: task, resourceLimits });
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    thread.postMessage('stop');
    // A thread that never yields misses the message.
    timer = setTimeout(() => void thread.terminate(), stopMs);
  };
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop);
  return new Promise((resolve, reject) => {
    let done: { readonly result: Result } | null = null;
    thread.on('message', (message: TaskMessage<Result, Message>) => {
      if ('told' in message) onMessage?.(message.told);
      else done = message;
    });
    thread.on('error', reject);
    thread.on('exit', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      if (done === null) reject(new Error(`the task ${task.name} ended early`));
      else resolve(done.result);
    });
  });
}

export interface TaskThread<Message = never> {
  /** Aborted when the task should stop; a task notices only when it yields. */
  readonly signal: AbortSignal;
  /** Like `signal.aborted`, but also works in a loop that never yields. */
  isStopped(): boolean;
  tell(told: Message): void;
}

export async function serveTask<Result, Message>(
  work: (thread: TaskThread<Message>) => Promise<Result>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('a task needs a thread of its own');
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  port.on('message', stop).unref();
  const post = (message: TaskMessage<Result, Message>) => port.postMessage(message);
  const result = await work({
    signal: stopping.signal,
    isStopped() {
      if (receiveMessageOnPort(port) !== undefined) stop();
      return stopping.signal.aborted;
    },
    tell: (told) => post({ told }),
  });
  post({ result });
}
