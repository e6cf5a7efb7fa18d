import type { CallLog } from '../accounts/call-log.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import { inOneRevision, type Revision } from '../catalog/revision.ts';
import type { Clock, KstDay } from '../clock.ts';
import type { FileFormat } from '../export/table.ts';
import type { Caller, QuotaState } from '../gate/decide.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { Links } from '../http/links.ts';
import type { Query } from '../http/query-string.ts';
import type { Texts } from '../messages/languages.ts';
import type { RankingStore } from '../rankings/lists/ranking-store.ts';
import { type Correction, type SearchIndex, SearchUnavailableError } from '../search/search-index.ts';
import type { SearchTermAdmin } from '../search/search-term-admin.ts';
import type { Page, Parameter } from './params.ts';
import type { DocumentText, Schema } from './schema.ts';

export interface FileLabel {
  /** The file's name begins with it (docs/api.md#file). */
  readonly prefix: string;
  readonly format: FileFormat;
  /** The file's name ends in it; by default, the day of the response. */
  readonly day?: KstDay | undefined;
}

export interface PageOfList extends Page {
  readonly totalCount: number;
}

export interface EndpointResult {
  /** The JSON members of `data` after `meta`, without the outer braces; or a whole file. */
  readonly members: Buffer;
  /** The header Seoga-Edition (docs/api.md#headers). */
  readonly edition?: string;
  /** When the response may change, in Unix ms; by default, with the nightly tally. A time that has come forbids caching. */
  readonly nextEditionAtMs?: number | undefined;
  /** The headers Seoga-Query-Used and Seoga-Correction (docs/search.md#headers). */
  readonly correction?: Correction | null;
  /** The response's `message`; OK by default. */
  readonly message?: Texts | null;
  /** The header Seoga-Suggestion. */
  readonly suggestion?: string | null;
  readonly file?: FileLabel;
  /**
   * Whether the response may be cached until the data's revision, the ten-minute bucket or the value of `dependsOn` changes. Not
   * for calls that have an effect besides the response.
   */
  readonly isLasting?: boolean;
  readonly list?: PageOfList;
}

interface Call {
  readonly caller: Caller;
  readonly quota: QuotaState | null;
}

export interface Endpoint {
  readonly path: string;
  /** Operation id, also used in usage figures. */
  readonly name: string;
  /** Returned in English as meta.apiTitle. */
  readonly title: DocumentText;
  readonly description: DocumentText;
  /** In the order in which they are checked and documented. */
  readonly parameters: Readonly<Record<string, Parameter<unknown>>>;
  readonly data: Schema | null;
  /** Described in the documentation, like `notFoundHeaders`. */
  readonly headers?: Readonly<Record<string, Schema>>;
  readonly notFoundHeaders?: Endpoint['headers'];
  /** Whether calls count neither against the burst nor against the daily quota. */
  readonly uncounted?: boolean;
  /** The codes of its parameters, then its own. Codes that all endpoints share aren't included. */
  readonly errors: readonly ErrorCode[];
  /** Cached responses are outdated when this value changes. */
  dependsOn?(services: Services): Promise<unknown>;
  /** Throws the ApiError of the first invalid parameter. */
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
  /** Responses and logs mask texts that begin with it. */
  readonly keyPrefix: string;
}

export type Parameters<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> };

interface Definition<Values> extends Omit<Endpoint, 'parameters' | 'answer'> {
  readonly parameters: Parameters<Values>;
  /** Whether `answer` also awaits other work, such as a search. Then it calls `inOneRevision` itself to read the catalogue. */
  readonly waits?: true;
  answer(call: Call & { readonly given: Values }, services: Services): Promise<EndpointResult>;
}

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

/** The inner `data` beside `meta` (dataSchema). */
export function dataMember(data: unknown): Buffer {
  return Buffer.from(`"data":${JSON.stringify(data)}`);
}
