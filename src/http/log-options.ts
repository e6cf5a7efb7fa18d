import { type FastifyServerOptions, LogController } from 'fastify';
import { maskKeys } from './query-string.ts';

export interface LogOptions {
  readonly level: string;
  readonly keyPrefix: string;
  /** Where log lines go; standard output by default. */
  readonly destination?: NodeJS.WritableStream;
}

/** Whether requests are logged one by one at a level. */
export function logsRequests(level: string): boolean {
  return level === 'debug' || level === 'trace';
}

/**
 * Logs as JSON lines. Requests appear as method and URL with keys masked; headers and bodies never do, so no key can
 * get in through them.
 */
export function logOptions(options: LogOptions): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  return {
    // One line per request is for investigating problems; the metrics have the figures.
    logController: new LogController({ disableRequestLogging: !logsRequests(options.level) }),
    logger: {
      level: options.level,
      ...(options.destination === undefined ? {} : { stream: options.destination }),
      redact: { paths: ['req.headers', 'headers', 'key', 'apiKey', '*.apiKey'], remove: true },
      serializers: {
        req: (request) => ({ method: request.method, url: maskKeys(request.url, options.keyPrefix) }),
      },
    },
  };
}
