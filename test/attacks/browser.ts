import { systemClock } from '../../src/clock.ts';
import { createOutbox } from '../../src/mail/outbox.ts';
import { type Target, until } from './attack.ts';

/** A browser on the portal: keeps its cookies, and sends the token that belongs to them. */
export interface Browser {
  /** Resolves to the status, after the whole answer was read. */
  post(path: string, body: object): Promise<number>;
  /** The same, with the answer's text. */
  ask(path: string, body: object): Promise<{ readonly status: number; readonly text: string }>;
}

/** Opens a browser at a network address of its own. */
export async function openBrowser({ server }: Pick<Target, 'server'>, from: string): Promise<Browser> {
  const cookies = new Map<string, string>();
  const send = async (path: string, more: RequestInit) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'x-forwarded-for': from, cookie, ...more.headers };
    const response = await fetch(`${server.address}/portal/api${path}`, { ...more, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, text: await response.text() };
  };
  const csrfToken = async () => /"csrfToken":"([^"]+)"/.exec((await send('/session', {})).text)?.[1] ?? '';
  let token = await csrfToken();
  const ask: Browser['ask'] = async (path, body) => {
    const headers = { 'content-type': 'application/json', origin: server.address, 'x-csrf-token': token };
    const { status, text } = await send(path, { method: 'POST', headers, body: JSON.stringify(body) });
    // A new session has a new token; the page would ask for it.
    if (status === 200) token = /"csrfToken":"([^"]+)"/.exec(text)?.[1] ?? (await csrfToken());
    return { status, text };
  };
  return { ask, post: async (path, body) => (await ask(path, body)).status };
}

/** The tokens of all mails to an address, oldest first, once there is one. */
export async function tokensTo(
  { server }: Pick<Target, 'server'>,
  email: string,
): Promise<readonly string[]> {
  const outbox = createOutbox(server.dataDir, systemClock);
  const tokens: string[] = [];
  await until(`a mail to ${email}`, async () => {
    tokens.length = 0;
    for (const name of await outbox.names()) {
      const mail = await outbox.read(name);
      const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
      if (mail?.to === email && token !== undefined) tokens.push(token);
    }
    return tokens.length > 0;
  });
  return tokens;
}
