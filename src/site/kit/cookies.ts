import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../accounts/password.ts';
import type { Clock } from '../../clock.ts';
import type { MessageId } from '../../messages/messages.ts';

/** A flash message: what a form did, shown once on the next page. */
export interface FlashMessage {
  readonly form: string;
  readonly at: string;
  readonly id: MessageId;
  readonly values: Readonly<Record<string, string | number>>;
}

export type Cookies = ReturnType<typeof createCookies>;

/** Browsers accept cookies with the prefix __Host- only over https. Plain http (`isPlain`) is for development on loopback. */
export function createCookies(isPlain: boolean, sessionSecret: string) {
  const nameOf = (what: string) => `${isPlain ? 'seoga' : '__Host-seoga'}_${what}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isPlain ? '' : '; Secure'}`;
  /** Visitor names set by a request, so that all forms of its page share one. */
  const visitors = new WeakMap<FastifyRequest, string>();
  const read = (request: FastifyRequest, what: string, form = SECRET) =>
    readCookie(request, nameOf(what), form);
  /** Sets a cookie. Without an age, it lives until the browser is closed. */
  const add = (reply: FastifyReply, what: string, value: string, maxAgeSeconds?: number) => {
    const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
    reply.header('Set-Cookie', `${nameOf(what)}=${value}${age}; ${attributes}`);
  };
  const { sign, pack, unpack } = createSigner(sessionSecret);
  const csrfToken = (cookie: string) => sign(`csrf ${cookie}`);
  const deviceProof = (name: string, owner: string) => sign(`device ${name} ${owner}`);
  return {
    /** The secret of the caller's session as sent, valid or not. */
    session: (request: FastifyRequest) => read(request, 'session'),
    setSession: (reply: FastifyReply, token: string, maxAgeSeconds: number) =>
      add(reply, 'session', token, maxAgeSeconds),
    clearSession: (reply: FastifyReply) => add(reply, 'session', '', 0),
    /** The name of a visitor who isn't signed in; null if they have none yet. */
    visitor: (request: FastifyRequest) => read(request, 'visitor'),
    setVisitor(request: FastifyRequest, reply: FastifyReply): string {
      const name = visitors.get(request) ?? randomBytes(18).toString('base64url');
      if (!visitors.has(request)) add(reply, 'visitor', name);
      visitors.set(request, name);
      return name;
    },
    /** The browser's name if its cookie proves that it was remembered for `owner` (an Identity.credentialsVersion), or null. */
    device(request: FastifyRequest, owner: string): string | null {
      const cookie = read(request, 'device') ?? '';
      const name = cookie.slice(0, DEVICE_NAME_LENGTH);
      return isSameSecret(cookie.slice(DEVICE_NAME_LENGTH), deviceProof(name, owner)) ? name : null;
    },
    /** Remembers the browser for `owner` for a year. An earlier owner is forgotten. */
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
    /** The token that forms send against CSRF, derived from the secret in the session or visitor cookie. */
    csrfToken,
    isCsrfToken: (cookie: string, sent: unknown) => isSameSecret(String(sent), csrfToken(cookie)),
  };
}

const DEVICE_NAME_LENGTH = 16;
const YEAR_SECONDS = 365 * 86_400;

type Choice = 'lang' | 'theme';

const SECRET = /^[\w-]{20,100}$/;

/** The value of a cookie; null if it is missing, sent twice, or doesn't have the form of values that the server sets. */
function readCookie(request: FastifyRequest, name: string, form: RegExp): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const [pair = '', ...more] = pairs.filter((one) => one.startsWith(`${name}=`));
  const value = pair.slice(name.length + 1);
  return more.length === 0 && form.test(value) ? value : null;
}

/** Signs JSON, which stays readable. A signature for one purpose isn't valid for another. */
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

/** Signed notes that the server hands out and verifies later, instead of storing their content. */
export type SignedState = ReturnType<typeof createSignedState>;

export function createSignedState(sessionSecret: string, clock: Clock) {
  const { sign, pack, unpack } = createSigner(sessionSecret);
  return {
    /** Signs a note for the holder of a cookie. The note is readable, and no two are equal. */
    write(kind: NoteKind, cookie: string, content: object, lifetimeMs: number): string {
      const salt = randomBytes(16).toString('base64url');
      const until = clock.nowMs() + lifetimeMs;
      return pack(`note ${kind} ${cookie}`, { ...content, salt, until });
    },
    /** The content of a note; null if it is forged, expired, or signed for another cookie. */
    read(kind: NoteKind, cookie: string, note: string): Readonly<Record<string, unknown>> | null {
      const content = unpack(`note ${kind} ${cookie}`, note);
      return Number(content?.until) > clock.nowMs() ? content : null;
    },
    /** Derives 43 characters from a note. Only this service can compute them. */
    secretOf: (note: string) => sign(`secret of ${note}`),
  };
}
