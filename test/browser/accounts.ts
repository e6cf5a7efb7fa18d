import assert from 'node:assert/strict';
import { systemClock } from '../../src/clock.ts';
import { createOutbox } from '../../src/mail/outbox.ts';
import { eventually } from '../support/eventually.ts';
import type { ServerProcess } from '../support/server-process.ts';

export const PASSWORD = 'correct horse battery staple';

/** Somebody who uses the portal in English. */
export interface Person {
  readonly email: string;
  readonly name: string;
}

type View = Readonly<Record<string, unknown>>;

/** An account that is signed in, made without a browser: for tests that begin where it already exists. */
export interface MadeAccount {
  /** Signs a browser in: for `BrowserContext.addCookies`. */
  readonly cookies: readonly { readonly name: string; readonly value: string; readonly url: string }[];
  /** Fills in the service information and returns the new key. */
  issueKey(serviceName: string): Promise<string>;
  /** Sends what a page of the portal would send. */
  post(path: string, body: object): Promise<View>;
}

/** The link of the newest message to an address, from the outbox. `page` is a part of the link. */
export function mailedLink(server: ServerProcess, email: string, page: string): Promise<string> {
  const outbox = createOutbox(server.dataDir, systemClock);
  return eventually(async () => {
    for (const name of (await outbox.names()).toReversed()) {
      const mail = await outbox.read(name);
      const link = mail?.to === email ? linkIn(mail.text, page) : null;
      if (link !== null) return link;
    }
    return null;
  });
}

/** The last link of a text that leads to a page with a token; null when there is none. */
export function linkIn(text: string, page: string): string | null {
  return text.match(/http\S+\?token=\S+/g)?.findLast((link) => link.includes(page)) ?? null;
}

/** Signs up by the requests of the portal's pages, with the mailed link. */
export async function makeAccount(server: ServerProcess, person: Person): Promise<MadeAccount> {
  const { address } = server;
  const cookies = new Map<string, string>();
  let csrfToken = '';

  async function send(path: string, body?: object): Promise<View> {
    const response = await fetch(`${address}/portal/api${path}`, {
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: address,
        'content-type': 'application/json',
        'x-csrf-token': csrfToken,
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    assert.equal(response.status, 200, `${path}: ${text}`);
    const view: View = JSON.parse(text);
    if (typeof view.csrfToken === 'string') csrfToken = view.csrfToken;
    return view;
  }

  await send('/session');
  await send('/sign-up', { email: person.email, language: 'en' });
  const link = new URL(await mailedLink(server, person.email, 'verify-email'));
  const token = link.searchParams.get('token');
  await send('/sign-up/complete', { token, name: person.name, password: PASSWORD });
  return {
    cookies: [...cookies].map(([name, value]) => ({ name, value, url: address })),
    post: send,
    async issueKey(serviceName) {
      const { key } = await send('/key', {
        serviceName,
        serviceUrl: 'https://books.example.com/shelf',
        purpose: 'A shelf of bestsellers on the first page.',
        commercial: false,
        acceptsRules: true,
      });
      return String(key);
    },
  };
}

/** Makes an account with a key, three calls with it, and add-on links. */
export async function settledAccount(
  server: ServerProcess,
  person: Person,
  serviceName: string,
): Promise<MadeAccount> {
  const account = await makeAccount(server, person);
  const key = await account.issueKey(serviceName);
  for (let call = 0; call < 3; call++) assert.equal(await callWith(key, server), 200);
  await account.post('/add-on/enrol', { enrolled: true });
  return account;
}

/** Status of a call with a key, made outside of the browser as a developer's server makes it. */
export async function callWith(key: string, server: ServerProcess): Promise<number> {
  const response = await fetch(`${server.address}/v1/category/bestseller?categoryId=001`, {
    headers: { 'X-Api-Key': key },
  });
  await response.arrayBuffer();
  return response.status;
}
