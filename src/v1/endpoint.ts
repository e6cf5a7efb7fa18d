import type { AccountStore } from '../accounts/account-store.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock, KstDay } from '../clock.ts';
import type { FileFormat } from '../export/table.ts';
import type { Caller, QuotaState } from '../gate/gate.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { Links, PageOfList } from '../http/links.ts';
import type { Query } from '../http/query-string.ts';
import type { Texts } from '../messages/languages.ts';
import type { RankingStore } from '../rankings/lists/ranking-store.ts';
import { type Correction, type SearchIndex, SearchUnavailableError } from '../search/search-index.ts';
import type { SearchTermAdmin } from '../search/search-term-admin.ts';
import type { Parameter } from './parameter.ts';
import type { DocumentText, Schema } from './schema.ts';

/** Whose call it is. */
interface Account {
  readonly caller: Caller;
  /** The account's counts, including this call if it counts; null if one of the service's own pages reads. */
  readonly quota: QuotaState | null;
}

/** Name and type of a file. */
export interface FileLabel {
  /** The name before the day (docs/api.md#file). */
  readonly prefix: string;
  readonly format: FileFormat;
  /** The day in the name, if it isn't that of the response. */
  readonly day?: KstDay | undefined;
}

/** What an endpoint returns. */
export interface EndpointResult {
  /** JSON members of `data` behind `meta`, without the outer braces; or a whole file. */
  readonly members: Buffer;
  /**
   * The month, day or minute that a list describes, for the header Seoga-Edition (docs/api.md#headers).
   */
  readonly edition?: string;
  /** When the response may change (Unix ms), unless with the nightly tally; now = it must not be cached. */
  readonly nextEditionAtMs?: number | undefined;
  /**
   * How the query was corrected, for the headers Seoga-Query-Used and Seoga-Correction (docs/search.md#headers).
   */
  readonly correction?: Correction | null;
  /** What `message` says instead of OK. */
  readonly message?: Texts | null;
  /** A query to offer, for the header Seoga-Suggestion. */
  readonly suggestion?: string | null;
  /** Set by endpoints that return a file. */
  readonly file?: FileLabel;
  /**
   * Whether the response stays valid for the same request until somebody commits to the catalogue or its lists, the
   * ten-minute bucket ends, or what the endpoint `dependsOn` changes. Absent if each call has an effect besides its
   * response.
   */
  readonly isLasting?: boolean;
  /** The page and its list, for the header Link. */
  readonly list?: PageOfList;
}

/** A public endpoint as the server, the documentation and the service's own pages use it (docs/api.md#endpoints). */
export interface Endpoint {
  readonly path: string;
  /** Operation id, also used in usage figures. */
  readonly name: string;
  /** Returned in English as meta.apiTitle. */
  readonly title: DocumentText;
  readonly description: DocumentText;
  /** In the order in which they are checked and documented. */
  readonly parameters: Readonly<Record<string, Parameter<unknown>>>;
  /** Schema of `data`; null if the response is a file. */
  readonly data: Schema | null;
  /** The response's own headers, for the documentation. */
  readonly headers?: Readonly<Record<string, Schema>>;
  /** The same for its 404 responses. */
  readonly notFoundHeaders?: Endpoint['headers'];
  /** Whether calls count against neither burst nor day. */
  readonly uncounted?: boolean;
  /** The errors of its parameters, each once, in the order of the error table, and its own; not those of all endpoints. */
  readonly errors: readonly ErrorCode[];
  /** What else lasting responses depend on: a value that differs after each change. */
  dependsOn?(services: Services): Promise<unknown>;
  /** Checks the parameters in order, then the data. Throws the ApiError of the first that is wrong. */
  answer(call: Account & { readonly query: Query }, services: Services): Promise<EndpointResult>;
}

/** The parameters of an endpoint by name. */
export type Parameters<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> };

/** An endpoint as its file defines it: with its own errors alone. */
interface Definition<Values> extends Omit<Endpoint, 'parameters' | 'answer'> {
  readonly parameters: Parameters<Values>;
  /** Handles a call whose parameters are valid. Throws ApiError. */
  answer(call: Account & { readonly given: Values }, services: Services): Promise<EndpointResult>;
}

/** Derives an endpoint's checks and errors from its parameters. */
export function endpoint<Values extends object>(definition: Definition<Values>): Endpoint {
  const parameters: Endpoint['parameters'] = { ...definition.parameters };
  const codes = new Set(Object.values(parameters).map(({ code }) => code));
  return {
    ...definition,
    parameters,
    errors: [...[...codes].sort(), ...definition.errors],
    async answer({ query, ...account }, services) {
      const given: Values = Object.create(Object.prototype);
      for (const name in definition.parameters) given[name] = definition.parameters[name].read(query, name);
      try {
        return await definition.answer({ ...account, given }, services);
      } catch (error) {
        throw error instanceof SearchUnavailableError ? new ApiError('UPSTREAM_UNAVAILABLE') : error;
      }
    },
  };
}

/** The member `data` of endpoints with our own format (`dataSchema`). */
export function dataMember(data: unknown): Buffer {
  return Buffer.from(`"data":${JSON.stringify(data)}`);
}

/** What the endpoints work with. */
export interface Services {
  readonly catalog: CatalogStore;
  readonly rankings: RankingStore;
  readonly search: SearchIndex;
  readonly searchTerms: SearchTermAdmin;
  readonly accounts: Pick<AccountStore, 'listUsage'>;
  readonly clock: Clock;
  readonly links: Links;
  /** The prefix of keys, so that no response repeats one. */
  readonly keyPrefix: string;
}
