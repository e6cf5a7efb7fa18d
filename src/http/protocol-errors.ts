import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StoreUnavailableError } from '../gate/store-unavailable-error.ts';
import type { MessageValues } from '../messages/fill.ts';
import { type Language, preferredLanguage } from '../messages/languages.ts';
import { message } from '../messages/messages.ts';
import { failureEnvelope } from './envelope.ts';
import { ApiError, ERROR_STATUS, type ErrorCode } from './errors.ts';
import { failureAnswer, helpLink } from './failure-answer.ts';
import { isMalformed } from './query-string.ts';
import { answerRefusedRequest, type RefusedRequest, readRefusedRequest } from './request-target.ts';

/**
 * Gives every failure the envelope: those that handlers throw, those of Fastify, unknown paths and methods, and
 * those of the HTTP parser, which happen before there is a request. A browser that opens an unknown address outside the
 * APIs gets `notFoundPage`.
 */
export function addErrorAnswers(
  app: FastifyInstance,
  baseUrl: string,
  notFoundPage?: (language: Language) => string,
): void {
  app.decorate('errorPages', `${baseUrl}/docs/errors`);
  app.addHook('onRequest', (request, _reply, done) => done(malformation(request)));

  app.setErrorHandler((error: FastifyError, request, reply) => {
    // Fastify asks a QUERY for its content type before it looks for the route.
    if (error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return answerUnknown(request, reply);
    if (error instanceof ApiError)
      return sendError(error.code, error.values, request, reply.headers(error.headers));
    if (error instanceof StoreUnavailableError) {
      request.log.warn({ err: error, reqId: request.id }, 'the store is unavailable');
      return sendError('UPSTREAM_UNAVAILABLE', {}, request, reply);
    }
    const code = codeOfFrameworkError(error);
    if (code === 'COMMON_500') request.log.error({ err: error, reqId: request.id }, 'request failed');
    return sendError(code, { requestId: request.id }, request, reply);
  });

  app.setNotFoundHandler(answerUnknown);

  /** Nothing is at the path (404), or nothing that takes the method (405). */
  function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = request.url.split('?', 1)[0] ?? '';
    const method = request.method;
    if (notFoundPage !== undefined && wantsPage(path, request)) {
      return sendNotFoundPage(notFoundPage, request, reply);
    }
    const known = path.startsWith('/v1/') && app.hasRoute({ method: 'GET', url: path });
    if (!known || method === 'GET' || method === 'HEAD') {
      const without = path.slice(0, -1);
      const hasSlash = path.endsWith('/') && app.hasRoute({ method: 'GET', url: without });
      return sendError(
        'COMMON_404',
        hasSlash ? { detail: message('api.lastSlash', { path: without }) } : {},
        request,
        reply,
      );
    }
    reply.header('Allow', 'GET, HEAD');
    return sendError('COMMON_405', {}, request, reply);
  }
}

/** Whether a person looks at the answer: programs that call the APIs always get the envelope. */
function wantsPage(path: string, { method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return headers.accept?.includes('text/html') === true && !/^\/(v1|ops|portal\/api)(\/|$)/.test(path);
}

/** The stylesheet of public pages, and nothing else. */
const NOT_FOUND_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'";

function sendNotFoundPage(
  render: (language: Language) => string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = preferredLanguage(request.headers['accept-language']);
  request.errorCode = 'COMMON_404';
  return reply
    .code(404)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', NOT_FOUND_CSP)
    .header('Content-Language', language)
    .header('Vary', 'Accept, Accept-Language')
    .header('Cache-Control', 'no-store')
    .send(Buffer.from(render(language)));
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Address of the pages that explain errors, without a slash at the end. */
    errorPages: string;
  }
}

/** Headers that pages and files have set already when they fail late. */
const OF_THE_ANSWER = ['Content-Encoding', 'Content-Disposition', 'Content-Length', 'ETag', 'Last-Modified'];

/** Answers with the envelope of an error. */
function sendError(
  code: ErrorCode,
  values: MessageValues,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  request.errorCode = code;
  for (const name of OF_THE_ANSWER) reply.removeHeader(name);
  const { status, headers, body } = failureAnswer(code, values, request);
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1]);
  return reply.code(status).send(body);
}

/** What Node accepts but no honest client sends: several Host headers, none under HTTP/1.1, undecodable URLs. */
function malformation(request: FastifyRequest): ApiError | undefined {
  const names = request.raw.rawHeaders;
  let hosts = 0;
  for (let i = 0; i < names.length; i += 2) {
    const name = names[i];
    if (name !== undefined && name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return new ApiError('COMMON_400', { detail: message('api.severalHosts') });
  if (hosts === 0 && request.raw.httpVersion === '1.1')
    return new ApiError('COMMON_400', { detail: message('api.noHost') });
  const fault = queryFault(request.query);
  // Public endpoints ask for the key first (gate-hook.ts), and where nothing is, that is the answer.
  const isOpen = fault !== undefined && request.routeOptions.config.endpoint === undefined && !request.is404;
  return isOpen ? fault : undefined;
}

/** The error of a query string that cannot be decoded; undefined when it can. */
export function queryFault(query: unknown): ApiError | undefined {
  if (!isMalformed(query)) return undefined;
  return new ApiError('COMMON_400', { detail: message('api.badQuery') });
}

function codeOfFrameworkError(error: FastifyError): ErrorCode {
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? 'COMMON_400' : 'COMMON_500';
}

/** Errors of the router itself, such as a path that cannot be decoded. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendError(codeOfFrameworkError(error), { requestId: request.id }, request, reply);
}

const CODES_OF_PARSER_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'COMMON_431',
  ERR_HTTP_REQUEST_TIMEOUT: 'COMMON_408',
};

/**
 * The last bytes of a connection whose own are not a request; null when nobody is left to read them. Raw UTF-8 in an
 * address counts as if it had been percent-encoded (docs/rules/interface.md#request-target).
 */
export function clientErrorAnswer(
  app: FastifyInstance,
  error: NodeJS.ErrnoException,
  socket: Socket,
): (() => string | Promise<Buffer>) | null {
  if (error.code === 'ECONNRESET' || socket.destroyed) return null;
  const code = CODES_OF_PARSER_ERRORS[error.code ?? ''] ?? 'COMMON_400';
  app.log.debug({ code, parserCode: error.code }, 'malformed request');
  const refused = refusedRequest(error);
  return () =>
    refused === null
      ? rawError(code, app.errorPages)
      : answerRefusedRequest(app, refused, socket.remoteAddress ?? '');
}

function refusedRequest(error: NodeJS.ErrnoException): RefusedRequest | null {
  if (error.code !== 'HPE_INVALID_URL' || !('rawPacket' in error) || !('bytesParsed' in error)) return null;
  const { rawPacket, bytesParsed } = error;
  return Buffer.isBuffer(rawPacket) ? readRefusedRequest(rawPacket, Number(bytesParsed)) : null;
}

/** Answers a request whose Expect header can't be met. It goes through the response, so it keeps its turn. */
export function answerExpectation(
  request: IncomingMessage,
  response: ServerResponse,
  errorPages: string,
): void {
  const language = preferredLanguage(request.headers['accept-language']);
  const body = Buffer.from(failureEnvelope('COMMON_400', {}, language));
  response.writeHead(400, {
    ...RAW_HEADERS,
    'Content-Language': language,
    'Content-Length': body.length,
    Link: helpLink(errorPages, 'COMMON_400'),
  });
  response.end(body);
}

const RAW_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
};

/** An error as bytes, for a connection without a request object. */
export function rawError(code: ErrorCode, errorPages: string): string {
  const body = failureEnvelope(code, {}, 'en');
  const status = ERROR_STATUS[code];
  const allow = code === 'COMMON_405' ? 'Allow: GET, HEAD\r\n' : '';
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n${allow}Cache-Control: no-store\r\nLink: ${helpLink(errorPages, code)}\r\n` +
    `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`
  );
}
