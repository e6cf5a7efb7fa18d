import type { FastifyReply, FastifyRequest } from 'fastify';
import { LastOwnerError } from '../../accounts/account.ts';
import { ProviderFailed } from '../../accounts/open-id-provider.ts';
import { HASHING_RETRY_SECONDS } from '../../accounts/password.ts';
import { QueueFullError } from '../../base/work-queue.ts';
import { kstDayOf } from '../../clock.ts';
import { ApiError, ERROR_STATUS } from '../../http/errors.ts';
import { html } from '../../http/html.ts';
import type { Query } from '../../http/query-string.ts';
import { createByteCache, type SharedBody, sendSharedBody, sharedBody } from '../../http/response.ts';
import { message, messageIn } from '../../messages/messages.ts';
import { SearchUnavailableError } from '../../search/search-index.ts';
import { CatalogBusyError, StoreUnavailableError } from '../../sql-database.ts';
import type { Fields, InputOf } from './fields.ts';
import { layOut } from './frame.ts';
import { type CachePeriod, goTo, type Outcome, type Screen } from './screen.ts';
import type { Services } from './services.ts';
import { FAILURE_STATUS, Failure, malformed, type Page, refusal, type Visit } from './visit.ts';

/** Pictures may come from anywhere, because shops register covers by address. */
const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** If `body` is missing, `respond` makes the body from the outcome. */
export interface PageResponse {
  readonly outcome: Outcome;
  readonly failure?: Failure;
  readonly body?: Buffer | string | SharedBody;
}

function isShared(body: PageResponse['body']): body is SharedBody {
  return typeof body === 'object' && 'tag' in body;
}

export async function respond(visit: Visit, work: () => Promise<PageResponse>): Promise<FastifyReply> {
  const make = async () => {
    const { body, ...made } = await work();
    return { ...made, body: body ?? bodyOf(made.outcome, visit) };
  };
  return sendResponse(await queued(visit, make), visit);
}

/** Queues work for visitors without an account, so that they don't slow callers with a key. */
function queued<T>({ account, caller, services }: Visit, work: () => Promise<T>): Promise<T> {
  return account === null ? services.publicWork(caller, work) : work();
}

function bodyOf(outcome: Outcome, visit: Visit): Buffer | string {
  if ('to' in outcome) return '';
  return 'title' in outcome ? layOut(outcome, visit) : outcome.body;
}

export async function sendResponse(
  { outcome, body, failure }: PageResponse,
  visit: Visit,
): Promise<FastifyReply> {
  const { reply, raw, services, language, address } = visit;
  reply.header('Cache-Control', isShared(body) && failure === undefined ? 'no-cache' : 'no-store');
  if ('to' in outcome) {
    const { to, flash } = outcome;
    if (flash !== null) services.cookies.setFlash(reply, { ...nameOf(visit), ...flash });
    const target = to ?? address;
    return reply.redirect(flash === null || target.includes('#') ? target : `${target}#flash`, 303);
  }
  if (isShared(body) || 'title' in outcome)
    reply.headers({ 'Content-Language': language, Vary: 'Cookie, Accept-Language' });
  if ('title' in outcome) describePage(outcome, reply, failure);
  else {
    const { name, type, headers = {} } = outcome;
    if (name !== undefined) reply.header('Content-Disposition', `attachment; filename="${name}"`);
    reply.headers(headers).type(type);
  }
  return isShared(body) ? sendSharedBody(body, raw, reply) : reply.send(body);
}

function describePage({ status = 200, link }: Page, reply: FastifyReply, failure: Failure | undefined): void {
  const seconds = failure?.values.seconds;
  if (typeof seconds === 'number') reply.header('Retry-After', seconds);
  if (link !== undefined) reply.header('Link', link);
  reply
    .code(failure === undefined ? status : FAILURE_STATUS[failure.code])
    .header('Content-Security-Policy', PAGE_CSP)
    // With no-referrer, browsers would send the forms of our own pages without their origin.
    .header('Referrer-Policy', 'same-origin')
    .type('text/html; charset=utf-8');
}

export interface ScreenRequest {
  readonly visit: Visit;
  readonly query: InputOf<Fields>;
}

const PERIODS: Readonly<Record<CachePeriod, (nowMs: number) => number>> = {
  'five seconds': (nowMs) => Math.floor(nowMs / 5_000),
  minute: (nowMs) => Math.floor(nowMs / 60_000),
  day: kstDayOf,
};

/** Sends a screen. Content that is the same for everybody is cached; signed-in visitors get a header of their own around it. */
export function createPageSender(services: Services) {
  const pages = createByteCache<PageResponse>(
    services.pageCacheBytes,
    // Text takes two bytes a character; shared bytes grow by half when their compressed forms are added.
    ({ outcome, body }) =>
      ('body' in outcome ? outcome.body.toString().length * 2 : 0) +
      (isShared(body) ? Math.ceil(body.bytes.length * 1.5) : 0),
  );
  return async (screen: Screen, { visit, query }: ScreenRequest): Promise<FastifyReply> => {
    const { language, theme, raw, problem, account } = visit;
    const { path, cachedFor } = screen;
    if (cachedFor === null) return respond(visit, async () => ({ outcome: await screen.show(visit, query) }));
    // Links on a cached page repeat the page's address, so the address must not contain a visitor's unknown parameters.
    const address = addressOf(raw.url, (name) => Object.hasOwn(screen.query, name));
    const isOwn = account !== null || problem !== null || services.cookies.flash(raw) !== null;
    const asked = problem === null ? Object.entries(query) : [address];
    const frame = isOwn ? null : theme;
    const revision = await Promise.try(services.revision.current).catch(() => null);
    const period = PERIODS[cachedFor](services.clock.nowMs());
    const key = JSON.stringify([path, language, frame, asked, revision, period]);
    const shown = { ...visit, address };
    const make = async () => {
      const outcome = await screen.show(shown, query);
      const isForAll = 'body' in outcome && !(isOwn && 'title' in outcome);
      return isForAll ? { outcome, body: sharedBody(bodyOf(outcome, shown), false) } : { outcome };
    };
    const ready = await pages.get(key, () => queued(visit, make));
    return isShared(ready.body) ? sendResponse(ready, shown) : respond(shown, async () => ready);
  };
}

export function addressOf(url: string, isKept: (name: string, value: string) => boolean): string {
  const [path = '', query = ''] = url.split('?');
  const kept = [...new URLSearchParams(query)].filter(([name, value]) => isKept(name, value));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

export function nameOf({ sent }: Visit): { readonly form: string; readonly at: string } {
  const textOf = (value: Query[string]) => (typeof value === 'string' ? value.slice(0, 200) : '');
  return { form: textOf(sent.form), at: textOf(sent.at) };
}

export async function sendFailure(failure: Failure, visit: Visit): Promise<FastifyReply> {
  const make = () => failureResponse(failure, visit);
  // UNAVAILABLE may mean that the queue is full, so this page isn't queued.
  const made = failure.code === 'UNAVAILABLE' ? make() : queued(visit, make);
  const response = await made.catch((error) => failureResponse(toFailure(error, visit.raw), visit));
  return sendResponse(response, visit);
}

async function failureResponse(failure: Failure, visit: Visit): Promise<PageResponse> {
  const { raw, language, theme, account, services } = visit;
  if (failure.code === 'SIGN_IN_FIRST') {
    const next = raw.method === 'GET' ? raw.url : (raw.url.split('?')[0] ?? '/');
    return { outcome: goTo(`/portal/sign-in?next=${encodeURIComponent(next)}`) };
  }
  const t = visit.words('frame');
  const isLost = failure.code === 'NOT_FOUND';
  const outcome = {
    title: t(isLost ? 'notFound' : 'refused'),
    lead: isLost ? t('notFoundText') : messageIn(language, `portal.${failure.code}`, failure.values),
    body: html`<p><a class="button" href="/">${t('toStart')}</a></p>`,
  };
  if (account !== null) return { outcome, failure, body: layOut(outcome, visit) };
  const key = JSON.stringify([failure.code, failure.values, language, theme]);
  const make = async () =>
    sharedBody(layOut(outcome, { ...visit, address: '/', takeFlash: () => null }), false);
  return { outcome, failure, body: await services.failurePages.get(key, make) };
}

export function toFailure(error: unknown, raw: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof QueueFullError) return new Failure('TOO_MANY', { seconds: HASHING_RETRY_SECONDS });
  if (error instanceof CatalogBusyError) return refusal('BUSY', 'input.busyWithImport');
  if (error instanceof ProviderFailed) {
    raw.log.warn({ reason: error.message, reqId: raw.id }, 'sign-in by a provider failed');
    return new Failure('PROVIDER_FAILED', { provider: error.label });
  }
  if (error instanceof LastOwnerError) return new Failure('LAST_OWNER');
  if (error instanceof SearchUnavailableError) return new Failure('UNAVAILABLE');
  if (error instanceof StoreUnavailableError) {
    raw.log.warn({ err: error, reqId: raw.id }, 'the store is unavailable');
    return new Failure('UNAVAILABLE');
  }
  if (error instanceof ApiError && ERROR_STATUS[error.code] === 503)
    return new Failure('UNAVAILABLE', { seconds: Number(error.headers['retry-after'] ?? 1) });
  if (error instanceof ApiError) return new Failure('INVALID', { takes: message('api.badQuery') });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return malformed();
  raw.log.error({ err: error, reqId: raw.id }, 'request of a screen failed');
  return new Failure('FAILED', { requestId: raw.id });
}
