import { Worker } from 'node:worker_threads';

/**
 * Starts a thread with its data and resolves to the one message that it posts, once it has ended and closed its files. One
 * that takes longer than the deadline is ended.
 */
export function askThread<Answer>(entry: URL, workerData: unknown, deadlineMs?: number): Promise<Answer> {
  const thread = new Worker(entry, { workerData });
  const deadline = deadlineMs === undefined ? null : setTimeout(() => thread.terminate(), deadlineMs);
  return new Promise((resolve, reject) => {
    const answers: Answer[] = [];
    thread.on('message', (answer: Answer) => answers.push(answer));
    thread.on('error', reject);
    thread.on('exit', () => {
      if (deadline !== null) clearTimeout(deadline);
      const [answer] = answers;
      if (answer === undefined) reject(new Error(`the thread ${entry.pathname} ended early`));
      else resolve(answer);
    });
  });
}
