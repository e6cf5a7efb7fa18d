import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { httpDate, systemClock } from '../clock.ts';
import { message } from '../messages/messages.ts';
import { StoreUnavailableError } from '../sql-database.ts';
import { ApiError, type ErrorCode, type MakeFailure, type Refusal } from './errors.ts';
import { hostFault, queryFault, targetFault } from './query-string.ts';
import { bodyText } from './response.ts';

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Gives failures in Fastify the JSON envelope. Browsers get a page for unknown URLs outside the APIs. */
export function addErrorHandlers(app: FastifyInstance, failures: MakeFailure, sendNotFoundPage?: SendPage) {
  app.decorate('failures', failures);
  app.addHook('onRequest', ({ raw, query, is404 }, _reply, done) => {
    // An unknown path gets a 404, even with a malformed query.
    done(targetFault(raw.url) ?? hostFault(raw) ?? (is404 ? undefined : queryFault(query)));
  });

  app.setErrorHandler((error: FastifyError, request, reply) =>
    // Fastify checks the content type of the method QUERY before it looks for a route.
    error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE'
      ? answerUnknown(request, reply)
      : sendError(error, request, reply),
  );
  app.setNotFoundHandler(answerUnknown);

  function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const { method, headers } = request;
    const [path = ''] = request.url.split('?', 1);
    const isKnown = (url: string) => app.hasRoute({ method: 'GET', url });
    if (method !== 'GET' && method !== 'HEAD') {
      const code = path.startsWith('/v1/') && isKnown(path) ? 'COMMON_405' : 'COMMON_404';
      return sendError(new ApiError(code), request, reply);
    }
    const wantsPage = headers.accept?.includes('text/html') === true && !/^\/(v1|ops)(\/|$)/.test(path);
    if (sendNotFoundPage !== undefined && wantsPage) return sendNotFoundPage(request, reply);
    const tidy = path.replace(/\/{2,}/g, '/').replace(/\/$/, '');
    const isMeant = tidy !== path && (app.api.has(tidy) || isKnown(tidy));
    const id = path.includes('//') ? 'api.doubledSlash' : 'api.lastSlash';
    const detail = isMeant ? { detail: message(id, { path: tidy }) } : {};
    return sendError(new ApiError('COMMON_404', detail), request, reply);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    failures: MakeFailure;
  }
}

/** Headers of the body that a page or file has already set when it fails. */
const BODY_HEADERS = ['Content-Encoding', 'Content-Disposition', 'Content-Length', 'ETag', 'Last-Modified'];

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  for (const name of BODY_HEADERS) reply.removeHeader(name);
  const apiError = apiErrorOf(error, request.log, request.id);
  const { status, headers, body } = request.server.failures(apiError, request.headers);
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1]);
  return reply.code(status).send(body[0]);
}

/** The failure that the caller sees. Logs an unexpected error with the request id, which the response contains, too. */
export function apiErrorOf(error: unknown, log: FastifyBaseLogger, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StoreUnavailableError) {
    log.warn({ err: error, reqId: requestId }, 'the store is unavailable');
    return new ApiError('UPSTREAM_UNAVAILABLE');
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return new ApiError('COMMON_400');
  log.error({ err: error, reqId: requestId }, 'request failed');
  return new ApiError('COMMON_500', { requestId });
}

const CODES_OF_PARSER_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'COMMON_431',
  ERR_HTTP_REQUEST_TIMEOUT: 'COMMON_408',
};

/** The maximum for request line and headers together; longer ones get 431. */
export const HEAD_MAX_BYTES = 16 * 1024;

/** The last response on a connection after malformed input; null if the caller has closed the connection. */
export function clientErrorResponse(
  app: FastifyInstance,
  error: NodeJS.ErrnoException,
  socket: Socket,
): (() => Buffer) | null {
  if (error.code === 'ECONNRESET' || socket.destroyed) return null;
  const code = CODES_OF_PARSER_ERRORS[error.code ?? ''] ?? 'COMMON_400';
  app.log.debug({ code, parserCode: error.code }, 'malformed request');
  const packet = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : null;
  const head = packet?.toString('latin1', 0, HEAD_MAX_BYTES) ?? '';
  const isTarget = error.code === 'HPE_INVALID_URL' || BLANK_IN_TARGET.test(head);
  const values = isTarget ? { detail: message('api.badQuery') } : {};
  return () => rawFailure(app, { code, values }, languageIn(head));
}

const BLANK_IN_TARGET = /^[A-Z]+ \/[^ \r\n]* [^\r\n]* HTTP\/1\.[01]\r?$/m;

/** Finds Accept-Language in malformed input, so that the message is in the caller's language. */
function languageIn(head: string): IncomingHttpHeaders {
  const line = /^accept-language:(.*)$/im.exec(head);
  return line === null ? {} : { 'accept-language': line[1]?.trim() };
}

/** A failure as bytes, for a connection without a request object. */
export function rawFailure(
  { failures, constantHeaders }: FastifyInstance,
  refusal: Refusal,
  requestHeaders: IncomingHttpHeaders = {},
): Buffer {
  const { status, headers, body } = failures(refusal, requestHeaders);
  const date = httpDate(systemClock.nowMs());
  const all = [...constantHeaders, ...headers, 'date', date, 'connection', 'close'];
  const lines = all.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  return Buffer.from(head + bodyText(body), 'latin1');
}
