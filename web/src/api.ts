import type { PortalFailure } from '../../src/portal/contract/failure.ts';
import type { AnswerOf, InputOf, QueryOf } from '../../src/portal/contract/path.ts';
import type { PathName, Paths } from '../../src/portal/contract/paths.ts';
import { currentLanguage } from './i18n/language.ts';
import { queryClient } from './query-client.ts';

const BASE = '/portal/api';

/** A failure that the server reported. Any other error means that there was no response. */
export class PortalError extends Error {
  override name = 'PortalError';
  readonly status: number;
  readonly failure: PortalFailure;

  constructor(status: number, failure: PortalFailure) {
    super(failure.message);
    this.status = status;
    this.failure = failure;
  }
}

type Parameters = Readonly<Record<string, string | number | undefined>>;

/** The paths of one method, without it. */
export type PathOf<Method extends string> = PathName extends infer Name
  ? Name extends `${Method} ${infer Path}`
    ? Path
    : never
  : never;
type Get<Path extends PathOf<'GET'>> = Paths[`GET ${Path}`];
type Post<Path extends PathOf<'POST'>> = Paths[`POST ${Path}`];

/** What a POST takes. */
export type PostBody<Path extends PathOf<'POST'>> = InputOf<Post<Path>>;

/** The response to a POST. */
export type PostAnswer<Path extends PathOf<'POST'>> = AnswerOf<Post<Path>>;

/** The parameters of a GET; optional if all of them are. */
export type Asked<Path extends PathOf<'GET'>> =
  object extends QueryOf<Get<Path>> ? [QueryOf<Get<Path>>?] : [QueryOf<Get<Path>>];

/** GET under /portal/api. Throws PortalError. */
export function getPortal<Path extends PathOf<'GET'>>(
  path: Path,
  ...[parameters]: Asked<Path>
): Promise<AnswerOf<Get<Path>>> {
  return send(`${BASE}${path}${queryOf({ ...parameters })}`, {});
}

/**
 * POST under /portal/api with the session's token. Throws PortalError. What the session says may have changed
 * afterwards: callers that sign in or out put the new view into the cache or invalidate it.
 */
export function postPortal<Path extends PathOf<'POST'>>(
  path: Path,
  body: PostBody<Path>,
): Promise<AnswerOf<Post<Path>>> {
  return post(path, 'application/json', JSON.stringify(body));
}

/** The same with a piece of a file. */
export function postBytes<Path extends PathOf<'POST'>>(
  path: Path,
  parameters: QueryOf<Post<Path>>,
  bytes: Blob,
): Promise<AnswerOf<Post<Path>>> {
  return post(`${path}${queryOf({ ...parameters })}`, 'application/octet-stream', bytes);
}

async function post<Answer>(path: string, type: string, body: BodyInit): Promise<Answer> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  return send<Answer>(`${BASE}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': type, 'X-CSRF-Token': session.csrfToken },
    body,
  });
}

/** A query string with what is given, from its `?` on; empty where nothing is. */
export function queryOf(parameters: Parameters): string {
  const sent = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(sent.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? '' : `?${query}`;
}

/** A GET for react-query, whose key begins with the path. */
export function portalQuery<Path extends PathOf<'GET'>>(path: Path, ...parameters: Asked<Path>) {
  return { queryKey: [path, ...parameters], queryFn: () => getPortal(path, ...parameters) };
}

/** Who is signed in, and what every page must know of the service. */
export const sessionQuery = { ...portalQuery('/session'), staleTime: 60_000 };

/** Whether the server refused with a code. */
export function isRefusal(error: unknown, code: PortalFailure['code']): boolean {
  return error instanceof PortalError && error.failure.code === code;
}

/** The server's words for a failure, or null when there was no answer from it. */
export function failureText(error: unknown): string | null {
  return error instanceof PortalError ? error.failure.message : null;
}

async function send<Answer>(address: string, init: RequestInit): Promise<Answer> {
  const headers = new Headers(init.headers);
  headers.set('Accept', 'application/json');
  headers.set('Accept-Language', currentLanguage());
  const response = await fetch(address, { ...init, headers });
  // A proxy's error page isn't JSON: then there was no answer from the server.
  const body: Answer | null = await response.json().catch(() => null);
  if (body === null) throw new Error(`${address}: ${response.status} without JSON`);
  if (!response.ok) throw new PortalError(response.status, readFailure(body));
  // The server's side of the contract is written against the same types.
  return body;
}

function readFailure(body: unknown): PortalFailure {
  if (isFailure(body)) return body;
  // A failure of another kind, such as the API's envelope or a proxy's, still has to be shown.
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body;
  const message = hasMessage && typeof body.message === 'string' ? body.message : '';
  return { code: 'FAILED', message, field: null, retryAfterSeconds: null, confirm: null };
}

/** Whether the portal wrote the body of a failure: it always writes all the fields. */
function isFailure(body: unknown): body is PortalFailure {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body && 'field' in body;
}
