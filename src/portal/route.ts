import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../accounts/account-store.ts';
import type { Right } from '../accounts/roles.ts';
import type { Allowance } from '../gate/rate-limiter.ts';
import type { Query } from '../http/query-string.ts';
import type { Language } from '../messages/languages.ts';
import type { SentBody } from './body.ts';
import type { FieldName, PortalGets, PortalPosts, PortalUploads, QueryName } from './paths-contract.ts';
import type { SentQuery } from './query.ts';
import type { PortalServices } from './services.ts';

/** A request of the pages, past the checks that all of them pass, whatever its path. */
export interface PathlessRequest {
  readonly raw: FastifyRequest;
  readonly reply: FastifyReply;
  readonly query: Query;
  /** Parsed JSON of a POST, or the bytes of a piece. */
  readonly body: SentBody<string>;
  readonly language: Language;
  /** Who calls, as far as the network tells (http/rate-limiter.ts). */
  readonly caller: string;
  /** The secret of a session that is valid, or null. */
  readonly sessionToken: string | null;
  readonly account: Account | null;
}

/** A request to a path: only what the contract names can be read from its address and its body. */
export interface PortalRequest<Path = never> extends Omit<PathlessRequest, 'query' | 'body'> {
  readonly query: SentQuery<QueryName<Path>>;
  readonly body: SentBody<FieldName<Path>>;
}

interface SignedIn {
  readonly sessionToken: string;
  readonly account: Account;
}

/** The same by someone who is signed in. */
export type SignedInRequest<Path = never> = PortalRequest<Path> & SignedIn;
export type SignedInPathlessRequest = PathlessRequest & SignedIn;

/** A limit on how often something may be done; one name is counted together wherever it is used. */
export interface Limit extends Allowance {
  readonly name: string;
  /** The same for everybody together who isn't signed in. */
  readonly strangers?: Allowance;
}

/** Looking things up: a page that asks every two seconds in several tabs stays well below. */
export const READING: Limit = { name: 'reading', burst: 120, everySeconds: 0.1 };
/** Shelves and searches cost more than other reading. */
export const BROWSING: Limit = { name: 'browsing', burst: 60, everySeconds: 0.2 };
/** Searches, with a bound on those of strangers that leaves the search thread to the API. */
export const SEARCHING: Limit = {
  name: 'searching',
  burst: 60,
  everySeconds: 0.2,
  strangers: { burst: 200, everySeconds: 0.02 },
};
/** Changing what belongs to an account. */
export const CHANGING: Limit = { name: 'changing', burst: 30, everySeconds: 2 };

interface Shape<Method extends string, Path extends string> {
  readonly method: Method;
  /** Under /portal/api. */
  readonly path: Path;
  /** By account where someone is signed in, otherwise by address. */
  readonly limit: Limit;
}

interface ForAnyone<Path, Answer> {
  readonly needs: 'nobody';
  readonly answer: (request: PortalRequest<Path>, services: PortalServices) => Promise<Answer>;
}

interface ForSignedIn<Path, Answer> {
  /** Being signed in, or a right of the account's role: read again at every request (accounts/roles.ts). */
  readonly needs: 'account' | Right;
  readonly answer: (request: SignedInRequest<Path>, services: PortalServices) => Promise<Answer>;
}

/** What a path promises (paths-contract.ts), by whom it may be asked. */
type Answering<Path, Answer> = ForAnyone<Path, Answer> | ForSignedIn<Path, Answer>;

type Get<Path extends keyof PortalGets> = Shape<'GET', Path> & Answering<Path, PortalGets[Path]['answer']>;
type Post<Path extends keyof PortalPosts> = Shape<'POST', Path> &
  Answering<Path, PortalPosts[Path]['answer']>;
type Upload<Path extends keyof PortalUploads> = Shape<'POST', Path> &
  Answering<Path, PortalUploads[Path]['answer']> & {
    /** A body that is a piece of a file instead of JSON. */
    readonly bodyType: 'bytes';
  };

/** One request of the contract: what it answers becomes JSON, a Buffer is sent as it is. Throws PortalError. */
export type PortalRoute =
  | { [Path in keyof PortalGets]: Get<Path> }[keyof PortalGets]
  | { [Path in keyof PortalPosts]: Post<Path> }[keyof PortalPosts]
  | { [Path in keyof PortalUploads]: Upload<Path> }[keyof PortalUploads];
