import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import { portOf } from './server-process.ts';
import { suiteApp } from './suite-app.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';

/** A request as tests send it. */
export interface Sent {
  readonly method?: 'GET' | 'HEAD';
  readonly path: string;
  readonly headers: Record<string, string>;
}

/** The real service on a port. */
export interface NetworkApp {
  readonly app: TestApp;
  readonly port: number;
  ask(sent: Sent): Promise<SeenAnswer>;
}

type SeenAnswer = ReturnType<typeof seen>;

/** Puts the small shop behind a port for a whole describe block. Call it in the block's body. */
export function suiteNetworkApp(use: (network: NetworkApp) => void, options?: TestAppOptions): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  suiteApp(options, async (app) => {
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const port = portOf(app.app.server);
    use({
      app,
      port,
      ask: ({ method = 'GET', path, headers }) =>
        new Promise((resolve, reject) => {
          const sent = request({ port, host: '127.0.0.1', agent, method, path, headers }, (answer) =>
            buffer(answer).then(
              (body) => resolve(seen(answer.statusCode ?? 0, answer.headers, body)),
              reject,
            ),
          );
          sent.on('error', reject).end();
        }),
    });
  });
  after(() => agent.destroy());
}

/** What a caller sees of an answer: without what belongs to the connection, and without counters. */
function seen(status: number, headers: object, body: Buffer) {
  const own = Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
      .map(([name, value]) => [name, String(value).replaceAll(/;r=\d+/g, '')]),
  );
  return { status, headers: own, body };
}
