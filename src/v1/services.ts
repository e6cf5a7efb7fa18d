import type { TObject, TSchema } from 'typebox';
import type { AccountStore } from '../accounts/account-store.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock } from '../clock.ts';
import type { Caller, QuotaState } from '../gate/gate.ts';
import type { AnswerContext, Payload } from '../http/answer.ts';
import type { ByteCache } from '../http/byte-cache.ts';
import type { ErrorCode } from '../http/errors.ts';
import type { FileLabel } from '../http/file-answer.ts';
import type { PageOfList } from '../http/page-links.ts';
import type { Query } from '../http/query-string.ts';
import type { RankingStore } from '../rankings/ranking-store.ts';
import type { Correction, SearchIndex } from '../search/search-index.ts';
import type { SearchTermAdmin } from '../search/search-term-admin.ts';
import type { Links } from './links.ts';

/** Everything that the endpoints work with. */
export interface Services {
  readonly catalog: CatalogStore;
  readonly rankings: RankingStore;
  readonly search: SearchIndex;
  readonly searchTerms: SearchTermAdmin;
  readonly accounts: Pick<AccountStore, 'listUsage'>;
  readonly clock: Clock;
  readonly links: Links;
  /** Bodies that were made already. */
  readonly payloads: ByteCache<Payload>;
  readonly answer: AnswerContext;
}

/** A request after the gate. */
export interface Call {
  readonly query: Query;
  readonly caller: Caller;
  /** Where the account stands, with this call if it counts; null when one of the service's own pages reads. */
  readonly quota: QuotaState | null;
}

/** What an endpoint answers. */
export interface Answer {
  readonly payload: Payload;
  /**
   * The month, day or minute that a list describes, for the header Seoga-Edition (docs/rules/interface.md#headers).
   */
  readonly edition?: string;
  /** When the answer may change (Unix ms), unless that is the nightly tally; now = it must not be cached. */
  readonly nextEditionAtMs?: number | undefined;
  /**
   * How the search term was corrected, for the headers Seoga-Query-Used and Seoga-Correction
   * (docs/rules/search.md#headers).
   */
  readonly correction?: Correction | null;
  /** A query to offer, for the header Seoga-Suggestion. */
  readonly suggestion?: string | null;
  /** Set by endpoints that answer a file: the payload is the whole file. */
  readonly file?: FileLabel;
  /** Which page of which list it is, for the header Link. */
  readonly list?: PageOfList;
}

/** One public endpoint (docs/rules/interface.md#endpoints): its place, its documentation, and how it answers. */
export interface Endpoint {
  readonly path: string;
  /** Operation id, name in usage figures. */
  readonly name: string;
  /** Answered as meta.apiTitle. */
  readonly title: string;
  readonly description: string;
  /** For the documentation; params.ts checks the values. */
  readonly parameters: TObject;
  /** Schema of `data`; null when the answer is a file. */
  readonly data: TSchema | null;
  /** The answer's own headers, for the documentation: schemas by name. */
  readonly headers?: Readonly<Record<string, object>>;
  /** The same of its failures with status 404. */
  readonly notFoundHeaders?: Readonly<Record<string, object>>;
  /** Whether calls count against neither burst nor day. */
  readonly uncounted?: boolean;
  /** The endpoint's own errors, without those that all endpoints share. */
  readonly errors: readonly ErrorCode[];
  /** Checks the parameters in the order of docs/rules/interface.md#endpoints, then the data. Throws ApiError. */
  answer(call: Call, services: Services): Promise<Answer>;
}
