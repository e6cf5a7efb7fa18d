import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rightsOf } from '../../accounts/roles.ts';
import { takesLong } from '../../http/connection-guard.ts';
import { type Query, targetFault } from '../../http/query-string.ts';
import { LOOPBACK } from '../../http/rate-limiter.ts';
import { type ByteCache, createByteCache } from '../../http/response.ts';
import type { SharedBody } from '../../http/shared-body.ts';
import { message } from '../../messages/messages.ts';
import { type Fields, type InputOf, readFields } from './fields.ts';
import { nameOf, sendFailure, sendOutcome, toFailure } from './page-answers.ts';
import { type Form, type Limit, type Needs, type Outcome, PAGES, type Screen } from './screen.ts';
import { isWithFile, takeForms } from './sent-form.ts';
import type { Services } from './services.ts';
import { Failure, malformed, readVisit, refuseAfter, type SentForm, type Visit } from './visit.ts';

/** What is the same for everybody, and the bytes that strangers get, by theme. */
interface Kept {
  readonly shown: Outcome;
  readonly shared: Map<string, SharedBody>;
}

/** Registers screens, on a scope of their own: bodies and failures differ from the API's. */
export function registerScreens(app: FastifyInstance, screens: readonly Screen[], services: Services): void {
  const kept = createByteCache<Kept>(
    services.pageCacheBytes,
    // As many bytes again for those that strangers get, and half of them compressed.
    ({ shown }) => (shown !== null && 'body' in shown ? shown.body.toString().length * 4 : 0),
  );
  takeForms(app);
  app.setErrorHandler(async (error: FastifyError, raw, reply) => {
    // The router takes a target without a path for the first page. It gets the envelope, as outside of the pages.
    if (targetFault(raw.raw.url) !== undefined) throw error;
    return sendFailure(toFailure(error, raw), await readVisit(raw, reply, services));
  });
  for (const screen of screens) {
    app.get(screen.path, async (raw, reply) => {
      const visit = await readVisit(raw, reply, services);
      checkRight(screen.needs, visit);
      await takeTurn(screen.limit, visit);
      const asked = readQuery(screen, visit);
      if (screen.revision !== null) return sendKept(screen, asked, kept);
      return sendOutcome(await screen.show(asked.visit, asked.query), visit);
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
      if (!isWithFile(raw.headers)) return;
      // Files are large: their forms are read only for those who may send one.
      if (screen.takesFiles === null) throw malformed();
      checkRight(screen.takesFiles, await readVisit(raw, reply, services));
      takesLong(raw.raw);
    },
    handler: async (raw, reply) => {
      const read = await readVisit(raw, reply, services);
      const sender = { ...read, ...(raw.body as SentForm | undefined) };
      const form = await admitForm(screen, sender);
      const { visit, query } = readQuery(screen, sender);
      try {
        return sendOutcome(await form.work(visit, readFields(form.fields, visit.sent), query), visit);
      } catch (error) {
        const failure = toFailure(error, raw);
        // Whoever may not see the page gets only the failure.
        if (failure.code === 'FAILED' || failure.code === 'NOT_FOUND') throw failure;
        const problem = { ...nameOf(visit), failure, sent: visit.sent };
        return sendOutcome(await screen.show({ ...visit, problem }, query), visit, { failure });
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
  const visit = await readVisit(raw, reply, services);
  const failure = await takeTurn(PAGES, visit).then(
    () => new Failure('NOT_FOUND'),
    (error: unknown) => toFailure(error, raw),
  );
  return sendFailure(failure, visit);
}

interface Asked {
  readonly visit: Visit;
  /** Fields of the path and the query. */
  readonly query: InputOf<Fields>;
}

/** A wrong field of the query is told at its field, and counts as not given. Throws NOT_FOUND for one of the path. */
function readQuery({ query: fields }: Screen, visit: Visit): Asked {
  const { params, query } = visit.raw as { readonly params: Query; readonly query: Query };
  const given = { ...query, ...params };
  try {
    return { visit, query: readFields(fields, given) };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const name = String(failure.values.field);
    if (name in params) throw new Failure('NOT_FOUND');
    const { [name]: _, ...others } = given;
    const problem = { form: '', at: '', failure, sent: query };
    return { visit: { ...visit, problem }, query: readFields(fields, others) };
  }
}

/** The form that was sent, past the checks of a POST after its origin, in this order: token, session, right, limit. */
async function admitForm(screen: Screen, visit: Visit): Promise<Form<InputOf<Fields>>> {
  const { raw, sessionToken, services } = visit;
  const { cookies } = services;
  const cookie = sessionToken ?? cookies.visitor(raw);
  if (cookie === null || !cookies.isCsrfToken(cookie, visit.sent.csrf)) {
    // A page that stayed open after its session ended has the token of that session.
    if (sessionToken === null && cookies.session(raw) !== null) throw new Failure('SIGN_IN_FIRST');
    throw malformed();
  }
  const { form: name } = nameOf(visit);
  const form = Object.hasOwn(screen.forms, name) ? screen.forms[name] : undefined;
  if (form === undefined) throw new Failure('NOT_FOUND');
  for (const needs of [screen.needs, form.needs]) checkRight(needs, visit);
  await takeTurn(form.limit, visit);
  return form;
}

/** Throws SIGN_IN_FIRST or FORBIDDEN. */
function checkRight(needs: Needs, { account }: Visit): void {
  if (needs === 'nobody') return;
  if (account === null) throw new Failure('SIGN_IN_FIRST');
  const rights = rightsOf(account);
  if (needs === 'account' || rights.includes(needs)) return;
  const detail = message(rights.length === 0 ? 'input.operatorsOnly' : 'input.notInRole');
  throw new Failure('FORBIDDEN', { detail });
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
async function sendKept(screen: Screen, asked: Asked, kept: ByteCache<Kept>): Promise<FastifyReply> {
  const { language, raw, problem, services, account, caller } = asked.visit;
  const visit = { ...asked.visit, address: knownAddress(raw.url, screen.query) };
  const asks = problem === null ? Object.entries(asked.query) : [visit.address];
  const key = JSON.stringify([screen.path, language, asks, await screen.revision?.(services)]);
  const make = async () => ({ shown: await screen.show(visit, asked.query), shared: new Map() });
  const { shown, shared } = await kept.get(key, () => services.publicWork(caller, make));
  const isOwn = account !== null || problem !== null || services.cookies.said(raw) !== null;
  return sendOutcome(shown, visit, shown !== null && 'title' in shown && isOwn ? {} : { shared });
}

/** An address without words of its query that mean nothing: others get the page whose links repeat it. */
function knownAddress(url: string, fields: Fields): string {
  const [path = '', query = ''] = url.split('?');
  const known = [...new URLSearchParams(query)].filter(([name]) => Object.hasOwn(fields, name));
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`;
}
