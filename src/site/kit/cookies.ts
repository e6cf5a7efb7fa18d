import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../accounts/password.ts';
import type { Clock } from '../../clock.ts';
import type { MessageId } from '../../messages/messages.ts';

export interface FlashMessage {
  readonly form: string;
  readonly at: string;
  readonly id: MessageId;
  readonly values: Readonly<Record<string, string | number>>;
}

export type Cookies = ReturnType<typeof createCookies>;

/** `isPlain` means http, for development. Browsers accept cookies with the prefix __Host- only over https. */
export function createCookies(isPlain: boolean, sessionSecret: string) {
  const nameOf = (what: string) => `${isPlain ? 'seoga' : '__Host-seoga'}_${what}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isPlain ? '' : '; Secure'}`;
  /** The new visitor cookie of a request, shared by all forms of a page. */
  const visitors = new WeakMap<FastifyRequest, string>();
  const read = (request: FastifyRequest, what: string, form = SECRET) =>
    readCookie(request, nameOf(what), form);
  const add = (reply: FastifyReply, what: string, value: string, maxAgeSeconds?: number) => {
    const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
    reply.header('Set-Cookie', `${nameOf(what)}=${value}${age}; ${attributes}`);
  };
  const { sign, pack, unpack } = createSigner(sessionSecret);
  const csrfToken = (cookie: string) => sign(`csrf ${cookie}`);
  const deviceProof = (name: string, owner: string) => sign(`device ${name} ${owner}`);
  return {
    session: (request: FastifyRequest) => read(request, 'session'),
    setSession: (reply: FastifyReply, token: string, maxAgeSeconds: number) =>
      add(reply, 'session', token, maxAgeSeconds),
    clearSession: (reply: FastifyReply) => add(reply, 'session', '', 0),
    visitor: (request: FastifyRequest) => read(request, 'visitor'),
    setVisitor(request: FastifyRequest, reply: FastifyReply): string {
      const name = visitors.get(request) ?? randomBytes(18).toString('base64url');
      if (!visitors.has(request)) add(reply, 'visitor', name);
      visitors.set(request, name);
      return name;
    },
    /** The browser's random name. Null if the browser isn't remembered for `owner`, the result of Identity.credentialsVersion. */
    device(request: FastifyRequest, owner: string): string | null {
      const cookie = read(request, 'device') ?? '';
      const name = cookie.slice(0, DEVICE_NAME_LENGTH);
      return isSameSecret(cookie.slice(DEVICE_NAME_LENGTH), deviceProof(name, owner)) ? name : null;
    },
    setDevice(reply: FastifyReply, owner: string): void {
      const name = randomBytes(12).toString('base64url');
      add(reply, 'device', name + deviceProof(name, owner), YEAR_SECONDS);
    },
    choice: (request: FastifyRequest, name: Choice) => read(request, name, /^\w{2,10}$/),
    setChoice: (reply: FastifyReply, name: Choice, value: string) => add(reply, name, value, YEAR_SECONDS),
    flash: (request: FastifyRequest): FlashMessage | null =>
      unpack('flash', read(request, 'flash', /^[\w-]{10,2000}\.[\w-]+$/) ?? ''),
    setFlash: (reply: FastifyReply, flash: FlashMessage) => add(reply, 'flash', pack('flash', flash), 60),
    clearFlash: (reply: FastifyReply) => add(reply, 'flash', '', 0),
    csrfToken,
    isCsrfToken: (cookie: string, sent: unknown) => isSameSecret(String(sent), csrfToken(cookie)),
  };
}

const DEVICE_NAME_LENGTH = 16;
const YEAR_SECONDS = 365 * 86_400;

type Choice = 'lang' | 'theme';

const SECRET = /^[\w-]{20,100}$/;

/** Null if the cookie is missing, was sent twice, or has another form than the server's values. */
function readCookie(request: FastifyRequest, name: string, form: RegExp): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const [pair = '', ...more] = pairs.filter((one) => one.startsWith(`${name}=`));
  const value = pair.slice(name.length + 1);
  return more.length === 0 && form.test(value) ? value : null;
}

/** Signs JSON, which stays readable. A signature is valid for one purpose. */
function createSigner(sessionSecret: string) {
  const sign = (text: string) => createHmac('sha256', sessionSecret).update(text).digest('base64url');
  return {
    sign,
    pack(purpose: string, content: object): string {
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${sign(`${purpose} ${text}`)}`;
    },
    unpack(purpose: string, packed: string) {
      const [text = ''] = packed.split('.');
      const isOurs = isSameSecret(packed, `${text}.${sign(`${purpose} ${text}`)}`);
      return isOurs ? JSON.parse(Buffer.from(text, 'base64url').toString()) : null;
    },
  };
}

type NoteKind = 'trip' | 'second-factor';

export type SignedState = ReturnType<typeof createSignedState>;

/** Signed notes that visitors' browsers store for the server. The server recognises its signature. */
export function createSignedState(sessionSecret: string, clock: Clock) {
  const { sign, pack, unpack } = createSigner(sessionSecret);
  return {
    /** Signs a note that `read` accepts only with the same cookie. Visitors can read the content. No two notes are equal. */
    write(kind: NoteKind, cookie: string, content: object, lifetimeMs: number): string {
      const salt = randomBytes(16).toString('base64url');
      const until = clock.nowMs() + lifetimeMs;
      return pack(`note ${kind} ${cookie}`, { ...content, salt, until });
    },
    read(kind: NoteKind, cookie: string, note: string): Readonly<Record<string, unknown>> | null {
      const content = unpack(`note ${kind} ${cookie}`, note);
      return Number(content?.until) > clock.nowMs() ? content : null;
    },
    secretOf: (note: string) => sign(`secret of ${note}`),
  };
}
