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
  describeFile,
  describePage,
  inLanguage,
  malformed,
  retryAfter,
  sendFailure,
  sendPage,
  toFailure,
} from './page-answers.ts';
import { type Done, type Form, type Limit, type Needs, type Outcome, PAGES, type Screen } from './screen.ts';
import { type FormWithFile, sentBy, takeFormsWithFiles } from './sent-file.ts';
import type { Services } from './services.ts';
import { FAILURE_STATUS, Failure, readVisit, refuseAfter, type Visit, whoMay } from './visit.ts';

type MutableVisit = Awaited<ReturnType<typeof readVisit>>;

/** No form comes near it. */
const BODY_MAX_BYTES = 256 * 1024;

interface Site {
  readonly services: Services;
  /** What is the same for everybody, and the bytes that strangers get, by theme. */
  readonly kept: ByteCache<Kept>;
}

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
  const site = { services, kept };
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
  for (const screen of screens) registerScreen(app, screen, site);
}

function registerScreen(app: FastifyInstance, screen: Screen, site: Site): void {
  const { services } = site;
  app.get(screen.path, async (raw, reply) => {
    const visit = await readVisit(raw, reply, services);
    const query = await enter(screen, visit, services);
    if (screen.revision !== null) return sendKept(screen, visit, query, site);
    return sendOutcome(await screen.show(visit, query), visit);
  });
  if (Object.keys(screen.forms).length === 0) return;
  app.post(screen.path, {
    // Rejected requests stay cheap: this runs before the body is read.
    preParsing: async (raw, reply) => {
      checkOrigin(raw, services);
      if (!/^multipart\//i.test(raw.headers['content-type'] ?? '')) return;
      // Files are large: their forms are read only for those who may send one.
      if (screen.takesFiles === null) throw malformed();
      whoMay(screen.takesFiles, await readVisit(raw, reply, services));
      takesLong(raw.raw);
    },
    handler: async (raw, reply) => {
      const visit = await readVisit(raw, reply, services);
      const { form, sent, file } = await readForm(screen, visit, services);
      visit.sent = sent;
      visit.file = file;
      const query = readQuery(screen, visit);
      try {
        const outcome = await form.work(visit, readFields(form.fields, sent), query);
        return await sendOutcome(outcome, visit);
      } catch (error) {
        const failure = toFailure(error, raw);
        // Whoever may not see the page gets only the failure.
        if (failure.code === 'FAILED' || failure.code === 'NOT_FOUND') throw failure;
        visit.problem = { form: textOf(sent.form), at: textOf(sent.at), failure, sent };
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
  try {
    await takeTurn(PAGES, await readVisit(raw, reply, services), services);
    return await sendFailure(new Failure('NOT_FOUND'), raw, reply, services);
  } catch (error) {
    return sendFailure(toFailure(error, raw), raw, reply, services);
  }
}

/** The checks of a GET, in this order: session, right, limit, query. */
async function enter(
  { needs, limit, ...rest }: Screen,
  visit: MutableVisit,
  services: Services,
): Promise<InputOf<Fields>> {
  if (needs !== 'nobody') whoMay(needs, visit);
  await takeTurn(limit, visit, services);
  return readQuery(rest, visit);
}

/** Fields of the path and the query. A wrong one of the query is told at its field, and counts as not given. */
function readQuery({ query: fields }: Pick<Screen, 'query'>, visit: MutableVisit): InputOf<Fields> {
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

/** Throws FORBIDDEN unless the request comes from our own pages. */
function checkOrigin({ headers }: FastifyRequest, { baseUrl }: Services): void {
  const { origin } = new URL(baseUrl);
  if (headers.origin !== origin)
    throw new Failure('FORBIDDEN', { detail: message('input.openOrigin', { origin }) });
}

/** The checks of a POST after its origin, in this order: token, session, right, limit. */
async function readForm(
  screen: Screen,
  visit: MutableVisit,
  services: Services,
): Promise<{ readonly form: Form<InputOf<Fields>>; readonly sent: Query } & Pick<FormWithFile, 'file'>> {
  const { raw, sessionToken } = visit;
  const { cookies } = services;
  const { fields: sent, file } = sentBy(raw.body);
  const cookie = sessionToken ?? cookies.visitor(raw);
  if (cookie === null || !cookies.isCsrfToken(cookie, sent.csrf)) {
    // A page that stayed open after its session ended has the token of that session.
    if (sessionToken === null && cookies.session(raw) !== null) throw new Failure('SIGN_IN_FIRST');
    throw new Failure('FORBIDDEN', { detail: message('input.loadAgain') });
  }
  const name = textOf(sent.form);
  const form = Object.hasOwn(screen.forms, name) ? screen.forms[name] : undefined;
  if (form === undefined) throw new Failure('NOT_FOUND');
  for (const needs of new Set<Needs>([screen.needs, form.needs]))
    if (needs !== 'nobody') whoMay(needs, visit);
  await takeTurn(form.limit, visit, services);
  return { form, sent, file };
}

/** Throws TOO_MANY. */
async function takeTurn({ name, strangers, isOfPages, ...own }: Limit, visit: Visit, services: Services) {
  const { account, caller, raw } = visit;
  const isStranger = account === null;
  if (isOfPages && isStranger && LOOPBACK.test(raw.ip)) return;
  const limiter = isOfPages && isStranger ? services.pageLimiter : services.limiter;
  refuseAfter(await limiter.take(name, isStranger ? caller : `account ${account.accountId}`, own));
  if (isStranger && strangers !== undefined)
    refuseAfter(await limiter.take(`${name} by strangers`, 'all', strangers));
}

async function sendOutcome(outcome: Outcome, visit: Visit): Promise<FastifyReply> {
  if (outcome === null) visit.reply.callNotFound();
  if (outcome === null) return visit.reply;
  if ('to' in outcome) return sendDone(outcome, visit);
  if ('title' in outcome) return sendPage(outcome, visit);
  return describeFile(outcome, visit).header('Cache-Control', 'no-store').send(outcome.body);
}

function sendDone({ to, said }: Done, { reply, services, sent, address }: Visit): FastifyReply {
  if (said !== null)
    services.cookies.setSaid(reply, { form: textOf(sent.form), at: textOf(sent.at), ...said });
  const target = to ?? address;
  return reply
    .header('Cache-Control', 'no-store')
    .redirect(said === null || target.includes('#') ? target : `${target}#said`, 303);
}

/** What is the same for everybody, from memory if it is there; who is signed in gets pages in their own frame. */
async function sendKept(
  screen: Screen,
  asked: Visit,
  query: InputOf<Fields>,
  { services, kept }: Site,
): Promise<FastifyReply> {
  const { language, theme, raw } = asked;
  const visit = { ...asked, address: knownAddress(raw.url, screen.query) };
  const asks = visit.problem === null ? Object.entries(query) : [visit.address];
  const key = JSON.stringify([screen.path, language, asks, await screen.revision?.(services)]);
  const make = async () => ({ shown: await screen.show(visit, query), bytes: new Map() });
  const { shown, bytes } = await kept.get(key, () => services.publicWork(visit.caller, make));
  const isOwn = visit.account !== null || visit.problem !== null || services.cookies.said(raw) !== null;
  if (shown === null || 'to' in shown || ('title' in shown && isOwn)) return sendOutcome(shown, visit);
  const isPage = 'title' in shown;
  const body = bytes.get(theme) ?? sharedBody(isPage ? layOut(shown, visit) : shown.body, false);
  bytes.set(theme, body);
  const reply = isPage ? describePage(shown, visit) : inLanguage(describeFile(shown, visit), language);
  return sendSharedBody(body, raw, reply.header('Cache-Control', 'no-cache'));
}

/** An address without words of its query that mean nothing: others get the page whose links repeat it. */
function knownAddress(url: string, fields: Fields): string {
  const [path = '', query = ''] = url.split('?');
  const known = [...new URLSearchParams(query)].filter(([name]) => Object.hasOwn(fields, name));
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`;
}

const textOf = (sent: Query[string]) => (typeof sent === 'string' ? sent.slice(0, 200) : '');
