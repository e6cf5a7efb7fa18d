import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Role } from '../../src/accounts/roles.ts';
import { PORTAL_PASSWORD, type TestApp } from '../support/test-app.ts';
import type { XmlElement } from '../support/xml.ts';
import { decode, insideOf, readMarkup } from './markup.ts';

/** What the tests of screens need of the app. */
type App = Pick<TestApp, 'app' | 'config' | 'accounts' | 'identity'>;

type Values = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Where a redirect leads; empty otherwise. */
  readonly location: string;
}

type Headers = Readonly<Record<string, string>>;

/** A browser without scripts: keeps cookies, follows what `submit` leads to, sends forms as they are in the page. */
export type Browser = ReturnType<typeof newBrowser>;

let people = 0;

/** A browser that is not signed in, from a network address of its own. */
export function newBrowser(app: App, address = `198.51.100.${(people++ % 250) + 1}`) {
  const cookies = new Map<string, string>();
  const origin = new URL(app.config.baseUrl ?? '').origin;

  async function send(
    method: 'GET' | 'POST',
    url: string,
    body: string | Buffer | undefined,
    headers: Headers,
  ): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = { cookie, 'accept-language': 'en', ...headers };
    const response = await app.app.inject({
      method,
      url: url.split('#')[0] ?? url,
      headers: Object.fromEntries(Object.entries(own).filter(([, value]) => value !== '')),
      remoteAddress: address,
      ...(body === undefined ? {} : { body }),
    });
    for (const { name, value } of response.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const { statusCode: status, payload: text, headers: sent } = response;
    return { status, text, headers: sent, location: String(sent.location ?? '') };
  }

  const browser = {
    cookies,
    accountId: 0,
    email: '',
    get: (path: string, headers: Headers = {}) => send('GET', path, undefined, headers),
    /** A page that has to be there. */
    async page(path: string): Promise<string> {
      const answer = await browser.get(path);
      assert.equal(answer.status, 200, `${path}: ${answer.status} ${answer.location}`);
      return answer.text;
    },
    post: (path: string, fields: Values, headers: Headers = {}) =>
      send('POST', path, encode(fields), {
        origin,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      }),
    /** A body as it is, such as a form with a file. */
    postBytes: (path: string, body: Buffer, headers: Headers) =>
      send('POST', path, body, { origin, ...headers }),
    /**
     * Opens a page, fills in one of its forms and sends it: what the page filled in already is sent, too. `at` tells forms of
     * one name apart. The answer is the page that the browser shows at the end.
     */
    async submit(path: string, form: string, values: Values = {}, at = ''): Promise<Answer> {
      return browser.submitIn(await browser.page(path), path, form, values, at);
    },
    /** Fills in and sends a form of a page that is open already, such as one that asked back. */
    async submitIn(html: string, path: string, form: string, values: Values = {}, at = ''): Promise<Answer> {
      const found = formIn(html, form, at);
      let answer = await browser.post(found.action ?? path, { ...found.fields, ...values });
      for (let step = 0; answer.status === 303 && step < 3; step++)
        answer = await browser.get(answer.location);
      return answer;
    },
  };
  return browser;
}

/** Somebody signed in with a role: the session is made without the pages, which have tests of their own. */
export async function signedIn(
  app: App,
  role: Role = 'developer',
  email = `${role}${people + 1}@site.example`,
): Promise<Browser> {
  const browser = newBrowser(app);
  const account = await app.accounts.createAccount({ email, name: `Owner of ${email}`, tier: 'free', role });
  assert.ok(account !== null, `${email} is taken`);
  const { accountId } = account;
  const origin = { caller: '192.0.2.1', place: '192.0.2.*', userAgent: 'test' };
  const session = await app.identity.startSession(accountId, origin);
  assert.ok(session !== null);
  const isPlain = app.config.baseUrl?.startsWith('http:') === true;
  browser.cookies.set(isPlain ? 'seoga_session' : '__Host-seoga_session', session.token);
  return Object.assign(browser, { accountId, email });
}

/** The same for a whole describe block, whose tests alone may use it. */
export function suiteBrowser(app: App, role: Role): Browser {
  const browser = {} as Browser;
  before(async () => {
    Object.assign(browser, await signedIn(app, role));
  });
  return browser;
}

export { PORTAL_PASSWORD as PASSWORD };

interface FormInPage {
  readonly action: string | null;
  readonly fields: Record<string, string | readonly string[]>;
}

/** A form of a page with what it would send as it stands. */
export function formIn(html: string, name: string, at = ''): FormInPage {
  const forms = readMarkup(html)
    .elements.filter((one) => one.name === 'form')
    .map((form) => ({ head: form.attributes, fields: fieldsIn(form) }));
  const found = forms.find(({ head, fields }) => head['data-form'] === name && (fields.at ?? '') === at);
  const others = forms.map(({ head }) => head['data-form']);
  assert.ok(found !== undefined, `no form ${name} ${at} among ${others.join(', ')}`);
  return { action: found.head.action ?? null, fields: found.fields };
}

function fieldsIn(form: XmlElement): Record<string, string | readonly string[]> {
  const fields: Record<string, string | readonly string[]> = {};
  for (const element of insideOf(form)) {
    const { name, type, checked } = element.attributes;
    const isUnchecked = (type === 'checkbox' || type === 'radio') && checked === undefined;
    const value = controlValue(element);
    if (name === undefined || value === null || isUnchecked) continue;
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

/** The value of a control, or null. */
function controlValue(element: XmlElement): string | null {
  if (element.name === 'input') return element.attributes.value ?? '';
  if (element.name === 'textarea') return element.text;
  if (element.name !== 'select') return null;
  const options = insideOf(element).map(({ attributes }) => attributes);
  return (options.find(({ selected }) => selected !== undefined) ?? options[0])?.value ?? '';
}

/** Status of an answer and the fields that are marked as wrong in it: `400 email`. */
export function faultOf({ status, text }: Answer): string {
  return [status, ...faultsIn(text)].join(' ');
}

/** What proves that a form comes from a page. */
export function csrfIn(html: string): string {
  return /name="csrf" value="([\w-]+)"/.exec(html)?.[1] ?? '';
}

/** The fields of a form that are marked as wrong. */
export function faultsIn(html: string): readonly string[] {
  const wrong = readMarkup(html).elements.filter(({ attributes }) => attributes['aria-invalid'] === 'true');
  return wrong.map(({ attributes: { name = '' } }) => name);
}

/** Whether a part of the page, found by its data-part, is there, and what it holds. */
export function partOf(html: string, part: string): string | null {
  const at = html.indexOf(`data-part="${part}"`);
  return at === -1 ? null : html.slice(html.lastIndexOf('<', at));
}

/** The text of each row of a part's table, without its header. */
export function rowsIn(html: string, part: string): readonly string[] {
  const [table = ''] = (partOf(html, part) ?? '').split('</table>');
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1).map(([, row = '']) => textOf(row));
}

/** The text between tags, with single spaces. */
export function textOf(html: string): string {
  return decode(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

function encode(fields: Values): string {
  const pairs = Object.entries(fields).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return String(new URLSearchParams(pairs));
}

/** The products that a page has on its shelf, in order. */
export function shelfOf(html: string): readonly number[] {
  const shelf = partOf(html, 'shelf')?.split('</ol>')[0] ?? '';
  return [...shelf.matchAll(/href="\/goods\/(\d+)"/g)].map(([, itemId]) => Number(itemId));
}

/** A service as its developer describes it. */
export const SERVICE = {
  serviceName: 'Reading club',
  serviceUrl: 'https://club.example/books',
  purpose: 'Shows the bestsellers of the month.\nNothing else.',
};

/** Issues the key of a signed-in account, which is on the page that answers. */
export async function issueKey(
  browser: Browser,
  service: Readonly<Record<string, string>> = {},
): Promise<string> {
  const fields = { ...SERVICE, acceptsRules: 'yes', ...service };
  const issued = await browser.submit('/portal/key', 'issue', fields);
  assert.equal(issued.status, 200, textOf(issued.text));
  assert.equal(issued.headers['cache-control'], 'no-store');
  const key = /seoga_live_[0-9A-Za-z]{38}/.exec(partOf(issued.text, 'fresh-key') ?? '')?.[0];
  assert.ok(key !== undefined);
  return key;
}
