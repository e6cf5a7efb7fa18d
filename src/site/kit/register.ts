import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ByteCache, createByteCache } from '../../http/body/byte-cache.ts';
import { type SharedBody, sendSharedBody, sharedBody } from '../../http/body/shared-body.ts';
import { takesLong } from '../../http/connection-guard.ts';
import { parseQueryString, type Query, targetFault } from '../../http/query-string.ts';
import { LOOPBACK } from '../../http/rate-limiter.ts';
import { message } from '../../messages/messages.ts';
import { type Fields, type InputOf, readFields } from './fields.ts';
import { layOut } from './frame.ts';
import {
  describe,
  inLanguage,
  nameOf,
  retryAfter,
  sendFailure,
  sendOutcome,
  toFailure,
} from './page-answers.ts';
import { type Form, type Limit, type Needs, type Outcome, PAGES, type Screen } from './screen.ts';
import { sentBy, takeFormsWithFiles } from './sent-file.ts';
import type { Services } from './services.ts';
import {
  FAILURE_STATUS,
  Failure,
  type MutableVisit,
  malformed,
  readVisit,
  refuseAfter,
  type Visit,
  whoMay,
} from './visit.ts';

/** No form comes near it. */
const BODY_MAX_BYTES = 256 * 1024;

/** What is the same for everybody, and the bytes that strangers get, by theme. */
interface Kept {
  readonly shown: Outcome;
  readonly bytes: Map<string, SharedBody>;
}

/** Registers screens, on a scope of their own: bodies and failures differ from the API's. */
export function registerScreens(app: FastifyInstance, screens: readonly Screen[], services: Services): void {
  const kept = createByteCache<Kept>(
    services.pageCacheBytes,
    // As many bytes again for those that strangers get, and half of them compressed.
    ({ shown }) => (shown !== null && 'body' in shown ? shown.body.toString().length * 4 : 0),
  );
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: BODY_MAX_BYTES } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) => {
    const sent = parseQueryString(String(body));
    if (Object.getOwnPropertySymbols(sent).length > 0) done(malformed());
    else done(null, sent);
  });
  takeFormsWithFiles(app);
  app.setErrorHandler((error: FastifyError, raw, reply) => {
    // The router takes a target without a path for the first page. It gets the envelope, as outside of the pages.
    if (targetFault(raw.raw.url) !== undefined) throw error;
    return sendFailure(toFailure(error, raw), raw, reply, services);
  });
  for (const screen of screens) {
    app.get(screen.path, async (raw, reply) => {
      const visit = await readVisit(raw, reply, services);
      if (screen.needs !== 'nobody') whoMay(screen.needs, visit);
      await takeTurn(screen.limit, visit);
      const query = readQuery(screen, visit);
      if (screen.revision !== null) return sendKept(screen, visit, query, kept);
      return sendOutcome(await screen.show(visit, query), visit);
    });
    if (Object.keys(screen.forms).length > 0) registerForms(app, screen, services);
  }
}

function registerForms(app: FastifyInstance, screen: Screen, services: Services): void {
  app.post(screen.path, {
    // Rejected requests stay cheap: this runs before the body is read.
    preParsing: async (raw, reply) => {
      const { origin } = new URL(services.baseUrl);
      if (raw.headers.origin !== origin)
        throw new Failure('FORBIDDEN', { detail: message('input.openOrigin', { origin }) });
      if (!/^multipart\//i.test(raw.headers['content-type'] ?? '')) return;
      // Files are large: their forms are read only for those who may send one.
      if (screen.takesFiles === null) throw malformed();
      whoMay(screen.takesFiles, await readVisit(raw, reply, services));
      takesLong(raw.raw);
    },
    handler: async (raw, reply) => {
      const visit = await readVisit(raw, reply, services);
      const form = await readForm(screen, visit);
      const query = readQuery(screen, visit);
      try {
        return sendOutcome(await form.work(visit, readFields(form.fields, visit.sent), query), visit);
      } catch (error) {
        const failure = toFailure(error, raw);
        // Whoever may not see the page gets only the failure.
        if (failure.code === 'FAILED' || failure.code === 'NOT_FOUND') throw failure;
        visit.problem = { ...nameOf(visit), failure, sent: visit.sent };
        const shown = await screen.show(visit, query);
        retryAfter(failure, reply);
        const status = FAILURE_STATUS[failure.code];
        return sendOutcome(shown !== null && 'title' in shown ? { ...shown, status } : shown, visit);
      }
    },
  });
}

/** For addresses that nothing is registered at: what stands there is the same page as for a screen that finds nothing. */
export async function sendNotFoundPage(
  raw: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<FastifyReply> {
  const turn = readVisit(raw, reply, services).then((visit) => takeTurn(PAGES, visit));
  const failure = await turn.then(
    () => new Failure('NOT_FOUND'),
    (error) => toFailure(error, raw),
  );
  return sendFailure(failure, raw, reply, services);
}

/** Fields of the path and the query. A wrong one of the query is told at its field, and counts as not given. */
function readQuery({ query: fields }: Screen, visit: MutableVisit): InputOf<Fields> {
  const { params, query } = visit.raw as { readonly params: Query; readonly query: Query };
  const given = { ...query, ...params };
  try {
    return readFields(fields, given);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const name = String(error.values.field);
    if (name in params) throw new Failure('NOT_FOUND');
    const { [name]: _, ...others } = given;
    visit.problem ??= { form: '', at: '', failure: error, sent: query };
    return readFields(fields, others);
  }
}

/** The form that was sent, past the checks of a POST after its origin, in this order: token, session, right, limit. */
async function readForm(screen: Screen, visit: MutableVisit): Promise<Form<InputOf<Fields>>> {
  const { raw, sessionToken, services } = visit;
  const { cookies } = services;
  Object.assign(visit, sentBy(raw.body));
  const cookie = sessionToken ?? cookies.visitor(raw);
  if (cookie === null || !cookies.isCsrfToken(cookie, visit.sent.csrf)) {
    // A page that stayed open after its session ended has the token of that session.
    if (sessionToken === null && cookies.session(raw) !== null) throw new Failure('SIGN_IN_FIRST');
    throw malformed();
  }
  const { form: name } = nameOf(visit);
  const form = Object.hasOwn(screen.forms, name) ? screen.forms[name] : undefined;
  if (form === undefined) throw new Failure('NOT_FOUND');
  for (const needs of new Set<Needs>([screen.needs, form.needs]))
    if (needs !== 'nobody') whoMay(needs, visit);
  await takeTurn(form.limit, visit);
  return form;
}

/** Throws TOO_MANY. */
async function takeTurn({ name, strangers, isOfPages, ...own }: Limit, visit: Visit): Promise<void> {
  const { account, caller, raw, services } = visit;
  const isStranger = account === null;
  if (isOfPages && isStranger && LOOPBACK.test(raw.ip)) return;
  const limiter = isOfPages && isStranger ? services.pageLimiter : services.limiter;
  refuseAfter(await limiter.take(name, isStranger ? caller : `account ${account.accountId}`, own));
  if (isStranger && strangers !== undefined)
    refuseAfter(await limiter.take(`${name} by strangers`, 'all', strangers));
}

/** What is the same for everybody, from memory if it is there; who is signed in gets pages in their own frame. */
async function sendKept(
  screen: Screen,
  asked: Visit,
  query: InputOf<Fields>,
  kept: ByteCache<Kept>,
): Promise<FastifyReply> {
  const { language, theme, raw, problem, services } = asked;
  const visit = { ...asked, address: knownAddress(raw.url, screen.query) };
  const asks = problem === null ? Object.entries(query) : [visit.address];
  const key = JSON.stringify([screen.path, language, asks, await screen.revision?.(services)]);
  const make = async () => ({ shown: await screen.show(visit, query), bytes: new Map() });
  const { shown, bytes } = await kept.get(key, () => services.publicWork(visit.caller, make));
  const isOwn = visit.account !== null || problem !== null || services.cookies.said(raw) !== null;
  if (shown === null || 'to' in shown || ('title' in shown && isOwn)) return sendOutcome(shown, visit);
  const body = bytes.get(theme) ?? sharedBody('title' in shown ? layOut(shown, visit) : shown.body, false);
  bytes.set(theme, body);
  const reply = describe(shown, visit).headers(inLanguage(language)).header('Cache-Control', 'no-cache');
  return sendSharedBody(body, raw, reply);
}

/** An address without words of its query that mean nothing: others get the page whose links repeat it. */
function knownAddress(url: string, fields: Fields): string {
  const [path = '', query = ''] = url.split('?');
  const known = [...new URLSearchParams(query)].filter(([name]) => Object.hasOwn(fields, name));
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`;
}
