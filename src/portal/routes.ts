import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HashingBusyError } from '../accounts/hash-queue.ts';
import { StoreUnavailableError } from '../gate/store-unavailable-error.ts';
import { ApiError } from '../http/errors.ts';
import { callerOf } from '../http/rate-limiter.ts';
import { type Language, preferredLanguage } from '../messages/languages.ts';
import { message } from '../messages/messages.ts';
import { accountDataRoutes } from './account/account-data.ts';
import { nameAndAddressRoutes } from './account/name-and-address.ts';
import { secondFactorRoutes } from './account/second-factor.ts';
import { sessionRoutes } from './account/session.ts';
import { sessionListRoutes } from './account/session-list.ts';
import { signUpRoutes } from './account/sign-up.ts';
import { addOnRoutes } from './add-on.ts';
import { catalogRoutes } from './catalog.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { FAILURE_STATUS } from './contract/failure.ts';
import { failureBody, invalid, PortalError, refuseAfter } from './failures.ts';
import { keyRoutes } from './key.ts';
import { mailChoiceRoutes } from './mail-choices.ts';
import { quotaRequestRoutes } from './quota-requests.ts';
import type { Limit, PortalRequest, PortalRoute } from './route.ts';
import type { PortalServices } from './services.ts';
import { statusRoutes } from './status.ts';
import { testToolRoutes } from './test-tool.ts';
import { usageRoutes } from './usage.ts';

const PREFIX = '/portal/api';

/** No body of the contract comes near it. */
const BODY_MAX_BYTES = 64 * 1024;

const ROUTES: readonly PortalRoute[] = [
  ...sessionRoutes,
  ...sessionListRoutes,
  ...accountDataRoutes,
  ...nameAndAddressRoutes,
  ...secondFactorRoutes,
  ...signUpRoutes,
  ...keyRoutes,
  ...usageRoutes,
  ...quotaRequestRoutes,
  ...mailChoiceRoutes,
  ...addOnRoutes,
  ...testToolRoutes,
  ...catalogRoutes,
  ...statusRoutes,
  ...consoleRoutes,
];

/** Registers every request of contract/paths.ts, to be called on a scope of its own: bodies and failures differ from the API's. */
export function registerPortalApi(app: FastifyInstance, services: PortalServices): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES } as const;
  app.addContentTypeParser('application/json', options, (_request, body: Buffer, done) => {
    try {
      done(null, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
    } catch {
      done(NO_JSON);
    }
  });
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendFailure(toPortalError(error, request), request, reply),
  );
  for (const route of ROUTES) registerRoute(app, route, services);
  app.all(`${PREFIX}/*`, (request, reply) => sendFailure(new PortalError('NOT_FOUND'), request, reply));
}

const NO_JSON = invalid('body', message('input.jsonObject'));
const BODY_TOO_LARGE = invalid('body', message('input.bytesMax', { max: BODY_MAX_BYTES }));

function registerRoute(app: FastifyInstance, route: PortalRoute, services: PortalServices): void {
  const [method = '', path = ''] = route.path.split(' ');
  app.route({
    method,
    url: PREFIX + path,
    exposeHeadRoute: false,
    // Rejected requests stay cheap: this runs before the body is read.
    async preParsing(request) {
      if (method === 'POST') await checkOrigin(request, services);
    },
    async handler(raw, reply) {
      const request = await readPortalRequest(raw, reply, services);
      await takeTurn(route.limit, request, services);
      reply.header('Cache-Control', 'no-store').header('Vary', 'Cookie, Accept-Language');
      const answer = await route.answer(request, services);
      if (Buffer.isBuffer(answer)) return reply.send(answer);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    },
  });
}

/** Throws TOO_MANY. */
async function takeTurn(
  { name, strangers, ...own }: Limit,
  request: PortalRequest,
  { limiter }: PortalServices,
): Promise<void> {
  const { account, caller } = request;
  const who = account === null ? caller : `account ${account.accountId}`;
  refuseAfter(await limiter.take(name, who, own));
  if (account === null && strangers !== undefined)
    refuseAfter(await limiter.take(`${name} by strangers`, 'all', strangers));
}

/** A change has to come from our own pages: from their origin, and with the token that only they can read. */
async function checkOrigin(request: FastifyRequest, services: PortalServices): Promise<void> {
  const { origin } = new URL(services.baseUrl);
  if (request.headers.origin !== origin) {
    throw new PortalError('FORBIDDEN', { detail: message('input.openOrigin', { origin }) });
  }
  const { cookies } = services;
  const session = await validSession(request, services);
  const cookie = session?.token ?? cookies.visitor(request);
  if (cookie !== null && cookies.isCsrfToken(cookie, request.headers['x-csrf-token'])) return;
  // A page that stayed open after its session ended has the token of that session.
  const stale = cookies.session(request);
  if (session === null && stale !== null) throw new PortalError('SIGN_IN_FIRST');
  throw new PortalError('FORBIDDEN', { detail: message('input.loadAgain') });
}

async function validSession(request: FastifyRequest, { cookies, identity }: PortalServices) {
  const token = cookies.session(request);
  const accountId = token === null ? null : await identity.findSession(token);
  return token === null || accountId === null ? null : { token, accountId };
}

async function readPortalRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  services: PortalServices,
): Promise<PortalRequest> {
  const session = await validSession(request, services);
  const account = session === null ? null : await services.accounts.findAccount(session.accountId);
  return {
    raw: request,
    reply,
    language: languageOf(request),
    caller: callerOf(request.ip),
    sessionToken: account === null ? null : (session?.token ?? null),
    account,
  };
}

function languageOf(request: FastifyRequest): Language {
  return preferredLanguage(request.headers['accept-language']);
}

function toPortalError(error: FastifyError, request: FastifyRequest): PortalError {
  if (error instanceof PortalError) return error;
  if (error instanceof HashingBusyError)
    return new PortalError('TOO_MANY', { seconds: error.retryAfterSeconds });
  if (error instanceof StoreUnavailableError) {
    request.log.warn({ err: error, reqId: request.id }, 'the store is unavailable');
    return new PortalError('UNAVAILABLE');
  }
  const status = error.statusCode ?? 500;
  if (status === 413) return BODY_TOO_LARGE;
  if (status >= 400 && status < 500) return NO_JSON;
  // Whatever the API itself refuses as malformed before a route is found.
  if (error instanceof ApiError) return NO_JSON;
  request.log.error({ err: error, reqId: request.id }, 'request of the portal failed');
  return new PortalError('FAILED', { requestId: request.id });
}

function sendFailure(error: PortalError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  if (typeof error.values.seconds === 'number') reply.header('Retry-After', error.values.seconds);
  return reply
    .code(FAILURE_STATUS[error.code])
    .header('Content-Language', language)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureBody(error, language)));
}
