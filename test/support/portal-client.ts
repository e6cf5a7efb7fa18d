import assert from 'node:assert/strict';
import { createOutbox } from '../../src/mail/outbox.ts';
import type { PortalFailure } from '../../src/portal/contract/failure.ts';
import type { SessionView } from '../../src/portal/contract/sign-in.ts';
import { PORTAL_PASSWORD, type TestApp } from './test-app.ts';

/** A browser on the portal's requests: keeps cookies, sends the token and the origin. */
export interface PortalClient {
  get<T = object>(path: string, headers?: Headers): Promise<PortalAnswer<T>>;
  /** Loads the session first when there is no token yet. Texts and bytes are sent as they are. Headers override; an empty one is left out. */
  post<T = object>(path: string, body: unknown, headers?: Headers): Promise<PortalAnswer<T>>;
  readonly cookies: Map<string, string>;
}

type Headers = Readonly<Record<string, string>>;

export interface PortalAnswer<T = object> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Only to be read when the answer is a success with JSON. */
  readonly view: T;
  /** Only to be read when the answer is a failure. */
  readonly failure: PortalFailure;
}

export function createPortalClient(
  { app, config }: Pick<TestApp, 'app' | 'config'>,
  remoteAddress = '192.0.2.1',
): PortalClient {
  const cookies = new Map<string, string>();
  let csrfToken = '';

  async function send<T>(
    method: 'GET' | 'POST',
    path: string,
    body: string | Buffer | undefined,
    headers: Headers,
  ): Promise<PortalAnswer<T>> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = { ...(cookie === '' ? {} : { cookie }), ...headers };
    const response = await app.inject({
      method,
      url: `/portal/api${path}`,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
      remoteAddress,
      ...(body === undefined ? {} : { body }),
    });
    for (const { name, value } of response.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const json = isJson ? JSON.parse(response.payload) : null;
    if (response.statusCode === 200 && typeof json?.csrfToken === 'string') csrfToken = json.csrfToken;
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      view: json,
      failure: json,
    };
  }

  const client: PortalClient = {
    cookies,
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    async post(path, body, headers = {}) {
      if (csrfToken === '') await client.get('/session');
      const own = {
        origin: new URL(config.baseUrl ?? '').origin,
        'content-type': 'application/json',
        'x-csrf-token': csrfToken,
      };
      const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
      return send('POST', path, isRaw ? body : JSON.stringify(body), {
        ...own,
        ...headers,
      });
    },
  };
  return client;
}

/** Code of the failure with which a request is refused. */
export async function codeOf(answer: Promise<PortalAnswer>): Promise<string> {
  return (await answer).failure.code;
}

export const PASSWORD = PORTAL_PASSWORD;

/** A new account, signed in: sign-up, the mail's link, and all. */
export async function signUp(app: TestApp, email: string, remoteAddress?: string): Promise<PortalClient> {
  const client = createPortalClient(app, remoteAddress);
  assert.equal((await client.post('/sign-up', { email, language: 'en' })).status, 200);
  const decision = { name: `Owner of ${email}`, password: PASSWORD };
  const token = await tokenFromMail(app, email);
  const completed = await client.post<SessionView>('/sign-up/complete', { token, ...decision });
  assert.equal(completed.status, 200, completed.text);
  return client;
}

/** Issues the key of a signed-in account. */
export async function issueKey(client: PortalClient): Promise<string> {
  const issued = await client.post<{ key: string }>('/key', SERVICE);
  assert.equal(issued.status, 200, issued.text);
  return issued.view.key;
}

export const SERVICE = {
  serviceName: 'Reading club',
  serviceUrl: 'https://club.example/books',
  purpose: 'Shows the bestsellers of the month.\nNothing else.',
  commercial: false,
  acceptsRules: true,
};

/** The token in the newest mail to an address, which is written behind the answer. */
export async function tokenFromMail(app: TestApp, email: string): Promise<string> {
  const text = await newestMail(app, email);
  const token = /token=([\w-]+)/.exec(text)?.[1];
  assert.ok(token !== undefined, text);
  return token;
}

/** Subject and text of the newest mail to an address. */
export async function newestMail(app: TestApp, email: string): Promise<string> {
  const mails = await mailsTo(app, email);
  const newest = mails.at(-1);
  assert.ok(newest !== undefined, `no mail to ${email}`);
  return newest;
}

/** All kept mail to an address, oldest first, after whatever is still being written. */
export async function mailsTo(app: TestApp, email: string): Promise<readonly string[]> {
  await app.settled();
  const outbox = createOutbox(app.config.dataDir, app.clock);
  const mails: string[] = [];
  for (const name of await outbox.names()) {
    const mail = await outbox.read(name);
    if (mail?.to === email) mails.push(`${mail.subject}\n${mail.text}`);
  }
  return mails;
}
