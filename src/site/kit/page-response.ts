import type { FastifyReply, FastifyRequest } from 'fastify';
import { LastOwnerError } from '../../accounts/account.ts';
import { ProviderFailed } from '../../accounts/open-id-provider.ts';
import { HASHING_RETRY_SECONDS } from '../../accounts/password.ts';
import { QueueFullError } from '../../base/work-queue.ts';
import { kstDayOf } from '../../clock.ts';
import { ApiError, ERROR_STATUS } from '../../http/errors.ts';
import { html } from '../../http/html.ts';
import type { Query } from '../../http/query-string.ts';
import { createByteCache } from '../../http/response.ts';
import { type SharedBody, sendSharedBody, sharedBody } from '../../http/shared-body.ts';
import { message, messageIn } from '../../messages/messages.ts';
import { SearchUnavailableError } from '../../search/search-index.ts';
import { CatalogBusyError, StoreUnavailableError } from '../../sql-database.ts';
import type { Fields, InputOf } from './fields.ts';
import { layOut } from './frame.ts';
import { type CachePeriod, type Download, goTo, type Outcome, type Screen } from './screen.ts';
import type { Services } from './services.ts';
import { FAILURE_STATUS, Failure, malformed, type Page, refusal, type Visit } from './visit.ts';

/** The content security policy of pages. Pictures may come from anywhere, because covers are registered by address. */
const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** What a screen returned, and the bytes to send. */
export interface PageResponse {
  readonly outcome: Outcome;
  readonly body: Buffer | string | SharedBody;
  /** Why a request or a form failed. */
  readonly failure?: Failure | undefined;
}

function isShared(body: PageResponse['body']): body is SharedBody {
  return typeof body === 'object' && 'tag' in body;
}

export function responseOf(outcome: Outcome, visit: Visit, failure?: Failure): PageResponse {
  return { outcome, failure, body: 'to' in outcome ? '' : bodyOf(outcome, visit) };
}

function bodyOf(shown: Page | Download, visit: Visit): Buffer | string {
  return 'title' in shown ? layOut(shown, visit) : shown.body;
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
  else describeFile(outcome, reply);
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

function describeFile({ name, type, headers = {} }: Download, reply: FastifyReply): void {
  if (name !== undefined) reply.header('Content-Disposition', `attachment; filename="${name}"`);
  reply.headers(headers).type(type);
}

/** A request for a screen, with the fields of its path and query. */
export interface ScreenRequest {
  readonly visit: Visit;
  readonly query: InputOf<Fields>;
}

const PERIODS: Readonly<Record<CachePeriod, (nowMs: number) => number>> = {
  'five seconds': (nowMs) => Math.floor(nowMs / 5_000),
  minute: (nowMs) => Math.floor(nowMs / 60_000),
  day: kstDayOf,
};

/** Caches pages that are the same for everybody, by revision and period. Signed-in visitors get them in their own frame. */
export function createPageCache(services: Services) {
  const pages = createByteCache<PageResponse>(
    services.pageCacheBytes,
    // Text takes two bytes a character; shared bytes grow by half when their compressed forms are added.
    ({ outcome, body }) =>
      ('body' in outcome ? outcome.body.toString().length * 2 : 0) +
      (isShared(body) ? Math.ceil(body.bytes.length * 1.5) : 0),
  );
  return async (cachedFor: CachePeriod, screen: Screen, asked: ScreenRequest): Promise<FastifyReply> => {
    const { language, theme, raw, problem, account } = asked.visit;
    // Drops unknown parameters: links on a cached page repeat its URL, and everybody gets them.
    const address = addressOf(raw.url, (name) => Object.hasOwn(screen.query, name));
    const visit = { ...asked.visit, address };
    const isOwn = account !== null || problem !== null || services.cookies.flash(raw) !== null;
    const asks = problem === null ? Object.entries(asked.query) : [visit.address];
    const frame = isOwn ? null : theme;
    const revision = await Promise.try(services.revision.current).catch(() => null);
    const period = PERIODS[cachedFor](services.clock.nowMs());
    const key = JSON.stringify([screen.path, language, frame, asks, revision, period]);
    const make = async () => {
      const outcome = await screen.show(visit, asked.query);
      const isForAll = 'body' in outcome && !(isOwn && 'title' in outcome);
      return { outcome, body: isForAll ? sharedBody(bodyOf(outcome, visit), false) : '' };
    };
    // The cache holds the bytes of a page only if they are the same for everybody; other pages are laid out for each visitor.
    const ready = await pages.get(key, () => queued(visit, make));
    if (isShared(ready.body)) return sendResponse(ready, visit);
    const layOutOwn = async () => responseOf(ready.outcome, visit);
    return sendResponse(await (isOwn ? queued(visit, layOutOwn) : layOutOwn()), visit);
  };
}

/** A URL with only the query parameters that `isKept` accepts. */
export function addressOf(url: string, isKept: (name: string, value: string) => boolean): string {
  const [path = '', query = ''] = url.split('?');
  const kept = [...new URLSearchParams(query)].filter(([name, value]) => isKept(name, value));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

/** Runs work for visitors without an account (pages, forms, files) in a queue, so that it doesn't slow callers with a key. */
export function queued<T>({ account, caller, services }: Visit, work: () => Promise<T>): Promise<T> {
  return account === null ? services.publicWork(caller, work) : work();
}

/** The sent form's name and its field `at`, which distinguishes forms of the same name on a page. */
export function nameOf({ sent }: Visit): { readonly form: string; readonly at: string } {
  const textOf = (value: Query[string]) => (typeof value === 'string' ? value.slice(0, 200) : '');
  return { form: textOf(sent.form), at: textOf(sent.at) };
}

/** The response to a failure: a redirect to sign in, or a page with the message, cached for visitors without an account. */
export async function failureResponse(failure: Failure, visit: Visit): Promise<PageResponse> {
  const { raw, language, theme, account, services } = visit;
  if (failure.code === 'SIGN_IN_FIRST') {
    const next = raw.method === 'GET' ? raw.url : (raw.url.split('?')[0] ?? '/');
    return responseOf(goTo(`/portal/sign-in?next=${encodeURIComponent(next)}`), visit);
  }
  const t = visit.words('frame');
  const isLost = failure.code === 'NOT_FOUND';
  const page: Page = {
    title: t(isLost ? 'notFound' : 'refused'),
    lead: isLost ? t('notFoundText') : messageIn(language, `portal.${failure.code}`, failure.values),
    body: html`<p><a class="button" href="/">${t('toStart')}</a></p>`,
  };
  if (account !== null) return responseOf(page, visit, failure);
  const key = JSON.stringify([failure.code, failure.values, language, theme]);
  const make = async () => sharedBody(layOut(page, { ...visit, address: '/', takeFlash: () => null }), false);
  return { outcome: page, body: await services.failurePages.get(key, make), failure };
}

/** The failure to show for an exception. Unexpected exceptions are logged. */
export function toFailure(error: unknown, raw: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof QueueFullError) return new Failure('TOO_MANY', { seconds: HASHING_RETRY_SECONDS });
  // An import blocks all other writes to the catalogue, and the operator has to know.
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
