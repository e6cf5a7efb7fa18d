/** Raw HTTP/1.1 over sockets: the client has to cost less than the server that it measures. */
import { connect } from 'node:net';
import { systemClock } from '../../src/clock.ts';
import { cpuUs } from './servers.ts';

export interface LoadOptions {
  readonly port: number;
  /** The next request, head and all. */
  readonly next: () => string;
  readonly connections?: number;
  readonly status?: number;
  readonly requests: number;
}

export function getRequest(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers });
  return `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Milliseconds of every answer of some loads, ascending. */
export function timesOf(loads: readonly { readonly times: readonly number[] }[]): Float64Array {
  return Float64Array.from(loads.flatMap(({ times }) => times)).sort();
}

/** A load, and the CPU time of one answer in microseconds, that of all processes which work for it. */
export async function measureLoad(pids: readonly number[], options: LoadOptions) {
  const sumUs = () => pids.reduce((sum, pid) => sum + cpuUs(pid), 0);
  const beforeUs = sumUs();
  const result = await load(options);
  return { ...result, us: (sumUs() - beforeUs) / result.times.length };
}

/** Keeps all connections busy: each sends its next request when its answer is whole. `bytes` is the mean size of a body as sent. */
export async function load(options: LoadOptions): Promise<{ times: readonly number[]; bytes: number }> {
  const times: number[] = [];
  let sent = 0;
  let bytes = 0;
  const drive = () =>
    conversation(options, {
      next: () => (sent++ < options.requests ? options.next() : null),
      answered(ms, length) {
        times.push(ms);
        bytes += length;
      },
    });
  const drives = await Promise.allSettled(Array.from({ length: options.connections ?? 32 }, drive));
  const failed = drives.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return { times, bytes: bytes / Math.max(1, times.length) };
}

interface Turns {
  next(): string | null;
  answered(ms: number, bodyBytes: number): void;
}

/** One connection, until there is nothing more to send. */
function conversation({ port, status = 200 }: LoadOptions, turns: Turns): Promise<void> {
  const prefix = `HTTP/1.1 ${status} `;
  return new Promise((resolve, reject) => {
    let sentMs = systemClock.monotonicMs();
    let missing = -1;
    let length = 0;
    const socket = connect(port, '127.0.0.1', () => send());
    const send = () => {
      const request = turns.next();
      if (request === null) socket.end();
      else {
        sentMs = systemClock.monotonicMs();
        socket.write(request, 'latin1');
      }
    };
    socket.setNoDelay();
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        const end = chunk.indexOf('\r\n\r\n');
        const head = chunk.toString('latin1', 0, end === -1 ? chunk.length : end + 2);
        if (end === -1 || !head.startsWith(prefix)) return void socket.destroy(new Error(head.slice(0, 400)));
        length = Number(/\ncontent-length: (\d+)\r/i.exec(head)?.[1]);
        missing = end + 4 + length;
      }
      missing -= chunk.length;
      if (missing > 0) return;
      if (missing !== 0) return void socket.destroy(new Error('an answer without a length'));
      missing = -1;
      turns.answered(systemClock.monotonicMs() - sentMs, length);
      send();
    });
  });
}
