import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../accounts/account-store.ts';
import { type Right, rightsOf } from '../accounts/roles.ts';
import type { Allowance } from '../gate/rate-limiter.ts';
import type { Query } from '../http/query-string.ts';
import type { Language } from '../messages/languages.ts';
import { message } from '../messages/messages.ts';
import type { AnswerOf, InputOf } from './contract/path.ts';
import { PATHS, type PathName, type Paths } from './contract/paths.ts';
import { PortalError } from './failures.ts';
import { readBody, readPiece, readQuery } from './read-input.ts';
import type { PortalServices } from './services.ts';

/** A request from the pages that has passed the checks common to all paths. */
export interface PortalRequest {
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
  readonly language: Language;
  /** The caller by network address (http/rate-limiter.ts). */
  readonly caller: string;
  /** The secret of a valid session, or null. */
  readonly sessionToken: string | null;
  readonly account: Account | null;
}

/** A request by someone who is signed in. */
export interface SignedInRequest extends PortalRequest {
  readonly sessionToken: string;
  readonly account: Account;
}

/** The input that a path's contract takes. */
interface Sent<Path extends PathName> {
  readonly input: InputOf<Paths[Path]>;
  /** The piece of a file, where the path takes one. */
  readonly piece: Buffer;
}

export type SignedInRequestTo<Path extends PathName> = SignedInRequest & Sent<Path>;

/** A rate limit. Limits of the same name share one count. */
export interface Limit extends Allowance {
  readonly name: string;
  /** A shared limit for everyone who isn't signed in. */
  readonly strangers?: Allowance;
}

/** Reading: pages that refetch every two seconds in several tabs stay well below. */
export const READING: Limit = { name: 'reading', burst: 120, everySeconds: 0.1 };
/** Shelves and searches cost more than other reads. */
export const BROWSING: Limit = { name: 'browsing', burst: 60, everySeconds: 0.2 };
/** Searches, with a shared limit for strangers that keeps the search thread free for the API. */
export const SEARCHING: Limit = {
  name: 'searching',
  burst: 60,
  everySeconds: 0.2,
  strangers: { burst: 200, everySeconds: 0.02 },
};
/** Changing what belongs to an account. */
export const CHANGING: Limit = { name: 'changing', burst: 30, everySeconds: 2 };

/** Being signed in, or a right of the account's role: read again at every request (accounts/roles.ts). */
type Needs = 'account' | Right;

/** The handler of one path: its result is sent as JSON, a Buffer as it is. */
export interface PortalRoute {
  readonly path: PathName;
  readonly needs: 'nobody' | Needs;
  /** Counted by account if someone is signed in, otherwise by address. */
  readonly limit: Limit;
  /** Throws PortalError. */
  readonly answer: (request: PortalRequest, services: PortalServices) => Promise<unknown>;
}

type Work<Request, Path extends PathName, Answer> = (
  request: Request & Sent<Path>,
  services: PortalServices,
) => Promise<Answer & Closed<Answer, AnswerOf<Paths[Path]>>>;

/** An answer with no field, at any depth, that the contract doesn't name: TypeScript would permit it, and it would be sent. */
type Closed<Answer, Contract> = [Contract] extends [never]
  ? never
  : Answer extends Uint8Array
    ? Answer
    : { [Name in keyof Answer]: Closed<Answer[Name], FieldOf<Contract, Name>> };

/** never if no member of a union has the field. */
type FieldOf<Contract, Name> = Contract extends unknown
  ? Name extends keyof Contract
    ? Contract[Name]
    : never
  : never;

/** A path for anyone. */
export function openRoute<Path extends PathName, Answer extends AnswerOf<Paths[Path]>>(
  path: Path,
  limit: Limit,
  answer: Work<PortalRequest, Path, Answer>,
): PortalRoute {
  return {
    path,
    needs: 'nobody',
    limit,
    answer: async (request, services) => answer({ ...request, ...sentTo(path, request) }, services),
  };
}

/** A path for people who are signed in and, if `needs` names a right, have it. */
export function route<Path extends PathName, Answer extends AnswerOf<Paths[Path]>>(
  path: Path,
  needs: Needs,
  limit: Limit,
  answer: Work<SignedInRequest, Path, Answer>,
): PortalRoute {
  return {
    path,
    needs,
    limit,
    answer: async (request, services) =>
      answer({ ...whoMay(needs, request), ...sentTo(path, request) }, services),
  };
}

/** The request, if its sender may make it. Throws SIGN_IN_FIRST or FORBIDDEN. */
export function whoMay(needs: Needs, request: PortalRequest): SignedInRequest {
  const { account, sessionToken } = request;
  if (account === null || sessionToken === null) throw new PortalError('SIGN_IN_FIRST');
  const rights = rightsOf(account);
  if (needs !== 'account' && !rights.includes(needs)) {
    const detail = message(rights.length === 0 ? 'input.operatorsOnly' : 'input.notInRole');
    throw new PortalError('FORBIDDEN', { detail });
  }
  return { ...request, account, sessionToken };
}

function sentTo<Path extends PathName>(path: Path, { raw }: PortalRequest): Sent<Path> {
  const { hasPiece } = PATHS[path];
  const takes: Paths[Path]['takes'] = PATHS[path].takes;
  const isQuery = hasPiece || raw.method === 'GET';
  return {
    input: isQuery ? readQuery(takes, raw.query as Query) : readBody(takes, raw.body),
    piece: hasPiece ? readPiece(raw.body) : NOTHING,
  };
}

const NOTHING = Buffer.alloc(0);
