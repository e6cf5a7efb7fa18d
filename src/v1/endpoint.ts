import Type, { type TObject, type TSchema } from 'typebox';
import type { AccountStore } from '../accounts/account-store.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import type { Clock, KstDay } from '../clock.ts';
import type { FileFormat } from '../export/table.ts';
import type { Caller, QuotaState } from '../gate/gate.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { Links, PageOfList } from '../http/links.ts';
import type { Query } from '../http/query-string.ts';
import type { Site } from '../http/response.ts';
import type { Texts } from '../messages/languages.ts';
import type { RankingStore } from '../rankings/lists/ranking-store.ts';
import { type Correction, type SearchIndex, SearchUnavailableError } from '../search/search-index.ts';
import type { SearchTermAdmin } from '../search/search-term-admin.ts';
import type { DocumentText } from './openapi/document-texts.ts';
import type { Parameter } from './parameter.ts';

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

/** A public endpoint, whatever its parameters (docs/api.md#endpoints). */
interface Description {
  readonly path: string;
  /** Operation id, also used in usage figures. */
  readonly name: string;
  /** Returned in English as meta.apiTitle. */
  readonly title: DocumentText;
  readonly description: DocumentText;
  /** Schema of `data`; null if the response is a file. */
  readonly data: TSchema | null;
  /** The response's own headers, for the documentation: schemas by name. */
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
  /** The same for its 404 responses. */
  readonly notFoundHeaders?: Endpoint['headers'];
  /** Whether calls count against neither burst nor day. */
  readonly uncounted?: boolean;
  /** What else lasting responses depend on: a value that differs after each change. */
  dependsOn?(services: Services): Promise<unknown>;
  /** The endpoint's own errors, without those of its parameters and those that all endpoints share. */
  readonly errors: readonly ErrorCode[];
}

/** The parameters of an endpoint by name, in the order in which they are checked and documented. */
export type Parameters<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> };

/** An endpoint as its file defines it. */
interface Definition<Values> extends Description {
  readonly parameters: Parameters<Values>;
  /** Handles a call whose parameters are valid. Throws ApiError. */
  answer(call: Account & { readonly given: Values }, services: Services): Promise<EndpointResult>;
}

/** An endpoint as the server, the documentation and the service's own pages use it. */
export interface Endpoint extends Description {
  readonly parameters: TObject;
  /** Including the errors of its parameters, each once, in the order of the error table. */
  readonly errors: readonly ErrorCode[];
  /** Checks the parameters in order, then the data. Throws the ApiError of the first that is wrong. */
  answer(call: Account & { readonly query: Query }, services: Services): Promise<EndpointResult>;
}

/** Derives an endpoint's checks, documentation and errors from its parameters. */
export function endpoint<Values extends object>(definition: Definition<Values>): Endpoint {
  const { parameters } = definition;
  const all = Object.entries<Parameter<unknown>>({ ...parameters });
  const errors = new Set(all.flatMap(([, parameter]) => parameter.errors));
  return {
    ...definition,
    parameters: Type.Object(Object.fromEntries(all.map(([name, { schema }]) => [name, schema]))),
    errors: [...[...errors].sort(), ...definition.errors],
    async answer({ query, ...account }, services) {
      const given: Values = Object.create(Object.prototype);
      for (const name in parameters) given[name] = parameters[name].read(query, name);
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
  readonly site: Site;
  /** The prefix of keys, so that no response repeats one. */
  readonly keyPrefix: string;
}
