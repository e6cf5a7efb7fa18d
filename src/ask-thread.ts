import { Worker } from 'node:worker_threads';

/**
 * Starts a thread with its data and resolves to the one message that it posts, once it has ended and closed its files. The
 * signal ends it.
 */
export function askThread<Answer>(entry: URL, workerData: unknown, signal?: AbortSignal): Promise<Answer> {
  const thread = new Worker(entry, { workerData });
  const end = () => void thread.terminate();
  signal?.addEventListener('abort', end);
  return new Promise((resolve, reject) => {
    const answers: Answer[] = [];
    thread.on('message', (answer: Answer) => answers.push(answer));
    thread.on('error', reject);
    thread.on('exit', () => {
      signal?.removeEventListener('abort', end);
      const [answer] = answers;
      if (answer === undefined) reject(new Error(`the thread ${entry.pathname} ended early`));
      else resolve(answer);
    });
  });
}
