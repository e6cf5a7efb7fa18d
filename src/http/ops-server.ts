import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { allowSlowBody, discardRest } from './connection-guard.ts';
import type { HealthReport, Metrics } from './metrics.ts';

export type TakeFeed = (
  request: IncomingMessage,
) => Promise<{ readonly status: number; readonly body: string; readonly retryAfterS?: number }>;

/** A little more than RECEIVE_MAX_MS, the time in which a feed must arrive (intake/feed-door.ts). */
const FEED_MS = 31 * 60_000;
const FEED_PATH = '/ops/v1/feed';
/** The response names the server's data folder, which commands compare with their own. */
export const STORE_PATH = '/health/store';
const JSON_TYPE = 'application/json; charset=utf-8';

type OpsResponse = readonly [number, string, string, (number | undefined)?];

export interface OpsOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly metrics: Metrics;
  ready(): Promise<HealthReport>;
  onError(error: unknown): void;
  readonly takeFeed: TakeFeed;
}

export function startOpsServer(options: OpsOptions): Promise<Server> {
  const server = createServer({ requestTimeout: FEED_MS }, async (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const answer = async (): Promise<OpsResponse> => {
      if (path === '/health/live') return [200, 'text/plain', 'live\n'];
      if (path === '/health/ready') {
        const health = await options.ready();
        return [health.ready ? 200 : 503, JSON_TYPE, `${JSON.stringify(health)}\n`];
      }
      if (path === STORE_PATH) return [200, JSON_TYPE, `${JSON.stringify({ dataDir: options.dataDir })}\n`];
      if (path === FEED_PATH) {
        const { status, body, retryAfterS } = await options.takeFeed(request);
        return [status, JSON_TYPE, body, retryAfterS];
      }
      if (path === '/metrics') return [200, options.metrics.contentType, await options.metrics.text()];
      return [404, 'text/plain', 'not found\n'];
    };
    const [status, type, body, retryAfterS] = await answer().catch((error: unknown): OpsResponse => {
      options.onError(error);
      return [500, 'text/plain', 'failed\n'];
    });
    const allow = status === 405 ? { Allow: 'POST' } : {};
    const wait = retryAfterS === undefined ? {} : { 'Retry-After': retryAfterS };
    response
      .writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...allow, ...wait })
      .end(body);
    discardRest(request);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}

/** Accepts feeds on the API port as well, for shops whose machines can't reach the operators' port. */
export function registerLiveIntake(app: FastifyInstance, takeFeed: TakeFeed): void {
  app.register(async (scope) => {
    // `takeFeed` reads the body, whatever its content type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.post(FEED_PATH, async (request, reply) => {
      allowSlowBody(request.raw);
      const { status, body, retryAfterS } = await takeFeed(request.raw);
      if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
      discardRest(request.raw);
      return reply.code(status).type(JSON_TYPE).header('cache-control', 'no-store').send(body);
    });
  });
}
