import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

export interface OpsOptions {
  readonly port: number;
  readonly metrics: Metrics;
  /** Null when the service can answer calls, otherwise why it can't. */
  ready(): string | null;
}

/** Health and metrics for operators, on loopback only: /health/live, /health/ready, /metrics. */
export function startOpsServer(options: OpsOptions): Promise<Server> {
  const server = createServer(async (request, response) => {
    const answer = async (): Promise<[number, string, string]> => {
      if (request.url === '/health/live') return [200, 'text/plain', 'live\n'];
      if (request.url === '/health/ready') {
        const obstacle = options.ready();
        return obstacle === null ? [200, 'text/plain', 'ready\n'] : [503, 'text/plain', `${obstacle}\n`];
      }
      if (request.url === '/metrics') return [200, options.metrics.contentType, await options.metrics.text()];
      return [404, 'text/plain', 'not found\n'];
    };
    const [status, type, body] = await answer();
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', () => resolve(server));
  });
}
