import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { ConfigError } from '../src/config/config.ts';

/** Below the ranges from which systems assign ports to connections. */
const FREE_PORTS = [20_000, 32_768] as const;
const TRIES = 50;

/** A port to listen on: the given one, or a free one for 0. Throws ConfigError, which names the `setting`. */
export async function freePort(setting: string, host: string, port: number): Promise<number> {
  for (let triesLeft = port === 0 ? TRIES : 1; ; triesLeft--) {
    const candidate = port === 0 ? randomInt(...FREE_PORTS) : port;
    const failure = await failureAt(host, candidate);
    if (failure === null) return candidate;
    if (failure.code !== 'EADDRINUSE' || triesLeft === 1) throw listenError(setting, failure);
  }
}

export function listenError(setting: string, error: NodeJS.ErrnoException): ConfigError {
  return new ConfigError(`${setting}: ${LISTEN_FAILURES[error.code ?? ''] ?? error.message}`);
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'this user may not listen there',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name cannot be looked up',
};

function failureAt(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}

/** An IPv6 address gets brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
