import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rightsOf } from '../../accounts/roles.ts';
import { allowSlowBody, discardRest } from '../../http/connection-guard.ts';
import { html } from '../../http/html.ts';
import { parseQueryString, type Query, queryFault, targetFault } from '../../http/query-string.ts';
import { LOOPBACK } from '../../http/rate-limiter.ts';
import { type Fields, type InputOf, readFields } from './fields.ts';
import {
  addressOf,
  createPageSender,
  nameOf,
  type PageResponse,
  respond,
  type ScreenRequest,
  sendFailure,
  sendResponse,
  toFailure,
} from './page-response.ts';
import { type Form, goTo, LIMITS, type Limit, type LimitName, type Needs, type Screen } from './screen.ts';
import type { Services } from './services.ts';
import {
  Failure,
  malformed,
  readVisit,
  refusal,
  refuseAfter,
  required,
  type SentForm,
  type Visit,
} from './visit.ts';

export function registerScreens(app: FastifyInstance, screens: readonly Screen[], services: Services): void {
  const sendPage = createPageSender(services);
  takeForms(app);
  app.setErrorHandler(async (error: FastifyError, raw, reply) => {
    // The router sends a request whose target has no path to the front page. The API's error handler answers instead.
    if (targetFault(raw.raw.url) !== undefined) throw error;
    return sendFailure(toFailure(error, raw), await readVisit(raw, reply, services));
  });
  for (const screen of screens) {
    app.get(screen.path, async (raw, reply) => {
      const visit = await readVisit(raw, reply, services);
      checkRight(screen.needs, visit);
      if (screen.isFilter && /\?.*=(?:&|$)/.test(raw.url)) {
        const outcome = goTo(addressOf(raw.url, (_name, value) => value !== ''));
        // Not queued: redirects cost little, and visitors who are waiting for pages must not delay them.
        return sendResponse({ outcome }, visit);
      }
      await countVisit(screen.limit, visit);
      return sendPage(screen, readQuery(screen, visit));
    });
    if (Object.keys(screen.forms).length > 0) registerForms(app, screen, services);
  }
}

function registerForms(app: FastifyInstance, screen: Screen, services: Services): void {
  app.post(screen.path, {
    // Runs before the body is read, so that rejected requests stay cheap.
    preParsing: async (raw, reply) => {
      const { origin } = new URL(services.baseUrl);
      if (raw.headers.origin !== origin) throw refusal('FORBIDDEN', 'input.openOrigin', { origin });
      if (!isWithFile(raw.headers)) return;
      // Files are large, so they are read only from people who may send them.
      if (screen.takesFiles === null) throw malformed();
      checkRight(screen.takesFiles, await readVisit(raw, reply, services));
      allowSlowBody(raw.raw);
    },
    handler: async (raw, reply) => {
      const read = await readVisit(raw, reply, services);
      const sender: Visit = { ...read, ...(raw.body as SentForm | undefined) };
      const { form: name } = nameOf(sender);
      const form = required(Object.hasOwn(screen.forms, name) && screen.forms[name]);
      const needs = [screen.needs, form.needs];
      const hasEnded = sender.account === null && needs.some((one) => one !== 'nobody');
      if (!hasEnded) for (const one of needs) checkRight(one, sender);
      await countVisit(form.limit, sender);
      return respond(sender, async () =>
        hasEnded ? signInAgainPage(form, sender) : doForm(form, screen, readQuery(screen, sender)),
      );
    },
  });
}

type AnyForm = Form<InputOf<Fields>>;

async function doForm(form: AnyForm, screen: Screen, { visit, query }: ScreenRequest): Promise<PageResponse> {
  try {
    const { raw, sent, services } = visit;
    const cookie = visit.sessionToken ?? services.cookies.visitor(raw);
    // After SEND_AGAIN, the page shows the filled form with a valid token.
    if (cookie === null || !services.cookies.isCsrfToken(cookie, sent.csrf)) throw new Failure('SEND_AGAIN');
    return { outcome: await form.work(visit, readFields(form.fields, sent), query) };
  } catch (error) {
    const failure = toFailure(error, visit.raw);
    // The page may be missing or broken itself, so only the failure is shown.
    if (failure.code === 'FAILED' || failure.code === 'NOT_FOUND') throw failure;
    const problem = { ...nameOf(visit), failure, sent: visit.sent };
    const show = async () => screen.show({ ...visit, problem }, query);
    if (failure.code !== 'SEND_AGAIN') return { outcome: await show(), failure };
    const shown = await show().catch(() => null);
    // The screen can't show the form again, so only the failure is shown.
    if (shown === null || 'to' in shown) throw failure;
    return { outcome: shown, failure };
  }
}

export async function sendNotFoundPage(raw: FastifyRequest, reply: FastifyReply, services: Services) {
  const visit = await readVisit(raw, reply, services);
  const failure = await countVisit('pages', visit).then(
    () => new Failure('NOT_FOUND'),
    (error: unknown) => toFailure(error, raw),
  );
  return sendFailure(failure, visit);
}

/** Ignores wrong query fields, and makes the page report the first. Throws NOT_FOUND for a wrong path. */
function readQuery({ query: fields }: Screen, visit: Visit): ScreenRequest {
  const { params, query } = visit.raw as { readonly params: Query; readonly query: Query };
  let given: Query = { ...query, ...params };
  let { problem } = visit;
  for (;;)
    try {
      return { visit: { ...visit, problem }, query: readFields(fields, given) };
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const name = String(failure.values.field);
      if (name in params) throw new Failure('NOT_FOUND');
      const { [name]: wrong, ...others } = given;
      if (wrong === undefined) throw failure;
      problem ??= { form: '', at: '', failure, sent: query };
      given = others;
    }
}

/** A page that holds the sent fields until the visitor has signed in again in another window. */
function signInAgainPage({ fields }: AnyForm, visit: Visit): PageResponse {
  const t = visit.words('frame');
  const ended = new Failure('SIGN_IN_FIRST');
  if (!Object.keys(visit.sent).some((name) => Object.hasOwn(fields, name))) throw ended;
  const held = Object.entries(visit.sent).filter(
    ([name]) => name !== 'csrf' && fields[name]?.attributes.type !== 'password',
  );
  const inputs = held.flatMap(([name, value = '']) =>
    [value].flat().map((one) => html`<input type="hidden" name="${name}" value="${one}">`),
  );
  const outcome = {
    title: t('held.title'),
    lead: t('held.lead'),
    body: html`<form class="buttons" method="post" action="${visit.raw.url}" data-form="held">
${inputs}
<a class="button primary" href="/portal/sign-in" target="_blank" rel="noopener">${t('held.signIn')}</a>
<button class="button">${t('held.goOn')}</button>
</form>`,
  };
  return { outcome, failure: ended };
}

function checkRight(needs: Needs, { account }: Visit): void {
  if (needs === 'nobody') return;
  if (account === null) throw new Failure('SIGN_IN_FIRST');
  const rights = rightsOf(account);
  if (needs === 'account' || rights.includes(needs)) return;
  throw refusal('FORBIDDEN', rights.length === 0 ? 'input.operatorsOnly' : 'input.notInRole');
}

async function countVisit(name: LimitName, visit: Visit): Promise<void> {
  const { strangers, isOfPages, ...own }: Limit = LIMITS[name];
  const { account, caller, raw, services } = visit;
  const isStranger = account === null;
  if (isOfPages && isStranger && LOOPBACK.test(raw.ip)) return;
  const limiter = isOfPages && isStranger ? services.pageLimiter : services.limiter;
  refuseAfter(await limiter.take(name, isStranger ? caller : `account ${account.accountId}`, own));
  if (isStranger && strangers !== undefined)
    refuseAfter(await limiter.take(`${name} by strangers`, 'all', strangers));
}

const BODY_MAX_BYTES = 256 * 1024;

function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const asText = { parseAs: 'string', bodyLimit: BODY_MAX_BYTES } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', asText, async (_: unknown, text: string) => {
    const sent = parseQueryString(text);
    if (queryFault(sent) !== undefined) throw malformed();
    return { sent, file: null };
  });
  app.addContentTypeParser('multipart/form-data', (raw: FastifyRequest, body: Readable) =>
    readWithFile(body, raw.headers),
  );
  app.addHook('onResponse', async ({ raw, body }) => {
    if (body === undefined || !isWithFile(raw.headers)) return;
    raw.unpipe();
    discardRest(raw);
  });
}

function isWithFile(headers: IncomingHttpHeaders): boolean {
  return /^multipart\//i.test(headers['content-type'] ?? '');
}

/** The form of a mapping has several fields for each of up to 1,000 columns. */
const FIELDS_MAX = 10_000;
/** Limit for all fields of a form with a file together. A mapping is the largest field. */
const FIELD_BYTES_MAX = 2 * 1024 * 1024;
const NAME_CHARS_MAX = 200;

/** Reads a form up to its file. Browsers send fields in the page's order, and the file is the last. */
function readWithFile(body: Readable, headers: IncomingHttpHeaders): Promise<SentForm> {
  return new Promise((resolve, reject) => {
    const sent = new URLSearchParams();
    let bytes = 0;
    const refuse = () => reject(malformed());
    const end = (file: SentForm['file']) => resolve({ sent: parseQueryString(sent.toString()), file });
    const busboy = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX },
    });
    busboy.on('field', (name, value, isNameCut, isValueCut) => {
      bytes += name.length + value.length;
      if (isNameCut || isValueCut || bytes > FIELD_BYTES_MAX) refuse();
      else sent.append(name, value);
    });
    busboy.on('fieldsLimit', refuse);
    busboy.on('file', (_field, file, name = '') => {
      // Without a listener, an error would end the process before the file has a reader.
      file.on('error', () => {});
      body.once('close', () => body.readableEnded || file.destroy(new Error('the form broke off')));
      const last = (name.split(/[/\\]/).at(-1) ?? '').slice(-NAME_CHARS_MAX).toWellFormed();
      // If no file was chosen, browsers send an empty file without a name.
      end(name === '' ? null : { name: last, body: file });
    });
    busboy.on('finish', () => end(null));
    busboy.on('error', refuse);
    body.once('close', refuse);
    body.pipe(busboy);
  });
}
