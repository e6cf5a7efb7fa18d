import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The portal's cookies and the tokens that go with them. */
export interface Cookies {
  /** The secret of the caller's session as sent, valid or not. */
  session(request: FastifyRequest): string | null;
  setSession(reply: FastifyReply, token: string, maxAgeSeconds: number): void;
  clearSession(reply: FastifyReply): void;
  /** A name for callers that are not signed in; null when they have none yet. */
  visitor(request: FastifyRequest): string | null;
  /** Gives the caller a name. */
  setVisitor(reply: FastifyReply): string;
  /** The token that a caller has to send along with changes, made of the secret in one of the cookies. */
  csrfToken(cookie: string): string;
  isCsrfToken(cookie: string, sent: unknown): boolean;
}

/**
 * Cookies with the prefix __Host-, which browsers only take over https for this very host. On plain http that works
 * on loopback alone, where development happens, and there under plain names.
 */
export function createCookies(baseUrl: string, sessionSecret: string): Cookies {
  const isPlain = isLoopback(new URL(baseUrl));
  const sessionName = isPlain ? 'seoga_session' : '__Host-seoga_session';
  const visitorName = isPlain ? 'seoga_visitor' : '__Host-seoga_visitor';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isPlain ? '' : '; Secure'}`;
  const add = (reply: FastifyReply, cookie: string) => {
    reply.header('Set-Cookie', `${cookie}; ${attributes}`);
  };
  const csrfToken = (cookie: string) =>
    createHmac('sha256', sessionSecret).update(`csrf ${cookie}`).digest('base64url');
  return {
    session: (request) => readCookie(request, sessionName),
    setSession: (reply, token, maxAgeSeconds) =>
      add(reply, `${sessionName}=${token}; Max-Age=${maxAgeSeconds}`),
    clearSession: (reply) => add(reply, `${sessionName}=; Max-Age=0`),
    visitor: (request) => readCookie(request, visitorName),
    setVisitor(reply) {
      const name = randomBytes(18).toString('base64url');
      add(reply, `${visitorName}=${name}`);
      return name;
    },
    csrfToken,
    isCsrfToken(cookie, sent) {
      const expected = Buffer.from(csrfToken(cookie));
      const given = Buffer.from(String(sent));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The value of a cookie that the server may have set: others, and doubled ones, count as absent. */
function readCookie(request: FastifyRequest, name: string): string | null {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && /^[\w-]{20,100}$/.test(value) ? value : null;
}
