import type { CallLog } from '../accounts/call-log.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import { inOneRevision, type Revision } from '../catalog/revision.ts';
import type { Clock, KstDay } from '../clock.ts';
import type { FileFormat } from '../export/table.ts';
import type { Caller, QuotaState } from '../gate/gate.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { Links } from '../http/links.ts';
import type { Query } from '../http/query-string.ts';
import type { Texts } from '../messages/languages.ts';
import type { RankingStore } from '../rankings/lists/ranking-store.ts';
import { type Correction, type SearchIndex, SearchUnavailableError } from '../search/search-index.ts';
import type { SearchTermAdmin } from '../search/search-term-admin.ts';
import type { Parameter } from './params.ts';
import type { DocumentText, Schema } from './schema.ts';

export interface FileLabel {
  /** The name before the day (docs/api.md#file). */
  readonly prefix: string;
  readonly format: FileFormat;
  /** The day in the file name; by default, the day of the response. */
  readonly day?: KstDay | undefined;
}

export interface PageOfList {
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
}

export interface EndpointResult {
  /** The JSON members of `data` after `meta`, without the outer braces; or a whole file. */
  readonly members: Buffer;
  /** The month, day or minute that a list describes, for the header Seoga-Edition (docs/api.md#headers). */
  readonly edition?: string;
  /**
   * When the response may change (Unix ms); by default, with the nightly tally. A time that isn't in the future forbids caching.
   */
  readonly nextEditionAtMs?: number | undefined;
  /** How the query was corrected, for the headers Seoga-Query-Used and Seoga-Correction (docs/search.md#headers). */
  readonly correction?: Correction | null;
  /** The response's `message`; OK by default. */
  readonly message?: Texts | null;
  /** A suggested query, for the header Seoga-Suggestion. */
  readonly suggestion?: string | null;
  readonly file?: FileLabel;
  /**
   * Whether the response may be cached until the data's revision, the ten-minute bucket or the value of `dependsOn` changes.
   * Absent for calls that have an effect besides the response.
   */
  readonly isLasting?: boolean;
  readonly list?: PageOfList;
}

/** A call that passed the gate. */
interface Call {
  readonly caller: Caller;
  /** The account's counts, including this call if it counts; null for the service's own pages. */
  readonly quota: QuotaState | null;
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
  /** The headers of its 404 responses, for the documentation. */
  readonly notFoundHeaders?: Endpoint['headers'];
  /** Whether calls count neither against the burst nor against the daily quota. */
  readonly uncounted?: boolean;
  /**
   * The error codes of its parameters, each once, in the order of the error table, and its own. Codes that all endpoints share
   * aren't included.
   */
  readonly errors: readonly ErrorCode[];
  /** A value that changes when lasting responses become outdated without a new revision. */
  dependsOn?(services: Services): Promise<unknown>;
  /** Checks the parameters in order, then answers. Throws the ApiError of the first invalid parameter. */
  answer(call: Call & { readonly query: Query }, services: Services): Promise<EndpointResult>;
}

export interface Services {
  readonly revision: Revision;
  readonly catalog: CatalogStore;
  readonly rankings: RankingStore;
  readonly search: SearchIndex;
  readonly searchTerms: SearchTermAdmin;
  readonly callLog: Pick<CallLog, 'listFigures'>;
  readonly clock: Clock;
  readonly links: Links;
  /** The prefix of all API keys. Responses and the log of calls mask texts that begin with it. */
  readonly keyPrefix: string;
}

export type Parameters<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> };

/** An endpoint as its file defines it, without the errors of its parameters. */
interface Definition<Values> extends Omit<Endpoint, 'parameters' | 'answer'> {
  readonly parameters: Parameters<Values>;
  /** Whether `answer` also awaits other work, such as a search, and calls `inOneRevision` itself to read the catalogue. */
  readonly waits?: true;
  /** Handles a call whose parameters are valid. Throws ApiError. */
  answer(call: Call & { readonly given: Values }, services: Services): Promise<EndpointResult>;
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
      const answer = () => definition.answer({ ...account, given }, services);
      try {
        return await (definition.waits ? answer() : inOneRevision(services.revision, answer));
      } catch (error) {
        throw error instanceof SearchUnavailableError ? new ApiError('UPSTREAM_UNAVAILABLE') : error;
      }
    },
  };
}

/** The JSON of a result as the inner `data` beside `meta` (dataSchema). */
export function dataMember(data: unknown): Buffer {
  return Buffer.from(`"data":${JSON.stringify(data)}`);
}
