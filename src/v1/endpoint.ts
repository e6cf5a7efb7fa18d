import type { CallLog } from '../accounts/call-log.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import { inOneRevision, type Revision } from '../catalog/revision.ts';
import { type Clock, type KstDay, parseKstDay } from '../clock.ts';
import type { FileFormat } from '../export/table.ts';
import type { Caller, QuotaState } from '../gate/decide.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { Links } from '../http/links.ts';
import type { Query } from '../http/query-string.ts';
import type { MessageValues, Texts } from '../messages/languages.ts';
import { harmless, inEveryLanguage, message } from '../messages/messages.ts';
import type { RankingStore } from '../rankings/lists/ranking-store.ts';
import { type Correction, type SearchIndex, SearchUnavailableError } from '../search/search-index.ts';
import type { SearchTermAdmin } from '../search/search-term-admin.ts';
import type { DocumentText, Meanings, Schema } from './schema.ts';

export interface FileLabel {
  /** The beginning of the file's name (docs/api.md#file). */
  readonly prefix: string;
  readonly format: FileFormat;
  /** The date at the end of the file's name; by default, the day of the response. */
  readonly day?: KstDay | undefined;
}

export interface Page {
  readonly page: number;
  readonly pageSize: number;
}

export interface PageOfList extends Page {
  readonly totalCount: number;
}

export interface EndpointResult {
  /** The JSON text after `meta` inside `data`: `"items":[…],"totalCount":7`. For an export, the bytes of the file. */
  readonly members: Buffer;
  /** Value of the header Seoga-Edition (docs/api.md#headers). */
  readonly edition?: string;
  /** The time when the data may change, in Unix ms; by default, the nightly tally. A past time forbids caching. */
  readonly nextEditionAtMs?: number | undefined;
  /** Values of the headers Seoga-Query-Used and Seoga-Correction (docs/search.md#headers). */
  readonly correction?: Correction | null;
  /** The response's `message`; OK by default. */
  readonly message?: Texts | null;
  /** Value of the header Seoga-Suggestion. */
  readonly suggestion?: string | null;
  readonly file?: FileLabel;
  /**
   * Whether the response may be cached until the data's revision, the ten-minute bucket or the value of `dependsOn` changes. Not
   * for calls with a side effect.
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
  /** Checked and documented in this order. */
  readonly parameters: Readonly<Record<string, Parameter<unknown>>>;
  readonly data: Schema | null;
  /** Headers of this endpoint, for the documentation; `notFoundHeaders` accompany a 404. */
  readonly headers?: Readonly<Record<string, Schema>>;
  readonly notFoundHeaders?: Endpoint['headers'];
  /** Whether calls count neither against the burst nor against the daily quota. */
  readonly uncounted?: boolean;
  /** Codes of the parameters, then the other codes. Excludes codes of all endpoints, such as AUTH_001. */
  readonly errors: readonly ErrorCode[];
  /** Cached responses become invalid when this value changes. */
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
  /** The beginning of every API key, by which responses and logs find keys to mask. */
  readonly keyPrefix: string;
}

export type Parameters<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> };

interface Definition<Values> extends Omit<Endpoint, 'parameters' | 'answer'> {
  readonly parameters: Parameters<Values>;
  /** Whether `answer` also awaits other work, such as a search, and calls `inOneRevision` itself to read the catalogue. */
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

/** The member `"data":…` that follows `meta` in the outer `data` (dataSchema). */
export function dataMember(data: unknown): Buffer {
  return Buffer.from(`"data":${JSON.stringify(data)}`);
}

/** A parameter of the public API: its documentation, check and error in one place. */
export interface Parameter<Value> {
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly code: ErrorCode;
  /** Returns the value of the parameter `name`, or the default. Throws ApiError. */
  read(query: Query, name: string): Value;
}

interface Rules<Value, Absent> {
  readonly schema: Schema;
  readonly code?: ErrorCode | undefined;
  /** The value of a missing parameter. Without this member, the parameter is required. */
  readonly absent?: Absent;
  readonly errorValues?: MessageValues;
  parse(sent: string): Value | null;
}

/** A parameter that may not be repeated. */
export function parameter<Value, Absent = never>(rules: Rules<Value, Absent>): Parameter<Value | Absent> {
  const { schema, code = 'PARAM_007', absent, errorValues } = rules;
  return {
    schema: { ...schema, default: absent ?? undefined },
    isRequired: absent === undefined,
    code,
    read(query, name) {
      const sent = query[name];
      if (sent === undefined && absent !== undefined) return absent;
      const value = typeof sent === 'string' ? rules.parse(sent) : null;
      if (value !== null) return value;
      throw new ApiError(code, { parameter: name, value: quoteValue(sent), ...errorValues });
    },
  };
}

export function choice<Value extends string | number>(
  values: readonly Value[],
  fallback: Value,
  description: DocumentText,
  label: DocumentText,
  meanings: Meanings<Value>,
  code?: ErrorCode,
): Parameter<Value> {
  const type = typeof fallback === 'number' ? 'integer' : 'string';
  return parameter({
    schema: { type, enum: values, description, 'x-label': label, 'x-enumDescriptions': meanings },
    code,
    absent: fallback,
    errorValues: { allowed: values.join(', ') },
    parse: (sent) => values.find((value) => String(value) === sent) ?? null,
  });
}

export function yesNo(
  fallback: 'Y' | 'N',
  description: DocumentText,
  label: DocumentText,
  meanings: Meanings<'Y' | 'N'>,
): Parameter<boolean> {
  const word = choice<'Y' | 'N'>(['Y', 'N'], fallback, description, label, meanings);
  return { ...word, read: (query, name) => word.read(query, name) === 'Y' };
}

/** A number of digits alone, without sign, space, exponent or fraction. `fallback` null = no default. */
export function wholeNumber<Fallback extends number | null>(rules: {
  readonly min: number;
  readonly max: number;
  readonly fallback: Fallback;
  readonly description: DocumentText;
  readonly label: DocumentText;
  /** Shown in the documentation if the parameter has no default. */
  readonly example?: number;
  readonly code?: ErrorCode;
  readonly allowed?: Texts;
}): Parameter<number | Fallback> {
  const { min, max, fallback, description, label, example, code, allowed } = rules;
  const examples = example === undefined ? undefined : [example];
  return parameter({
    schema: { type: 'integer', minimum: min, maximum: max, description, 'x-label': label, examples },
    code,
    absent: fallback,
    errorValues: { allowed: allowed ?? message('api.wholeNumber', { min, max }) },
    parse(sent) {
      const number = /^\d{1,9}$/.test(sent) ? Number(sent) : Number.NaN;
      return number >= min && number <= max ? number : null;
    },
  });
}

/** An existing date as yyyy-MM-dd; null if the parameter is missing. */
export function day(
  description: DocumentText,
  label: DocumentText,
  example: string,
  code?: ErrorCode,
): Parameter<KstDay | null> {
  return parameter({
    schema: { type: 'string', format: 'date', description, 'x-label': label, examples: [example] },
    code,
    absent: null,
    errorValues: { allowed: message('api.existingDate') },
    parse: parseKstDay,
  });
}

const SHOWN_MAX = 60;

/** Matches text that may be part of an API key: 20 letters and digits mixed, or 32 with at least one letter. */
const LIKE_A_KEY =
  /(?=[A-Za-z]{0,19}\d)(?=\d{0,19}[A-Za-z])[A-Za-z0-9]{20}|(?=\d{0,31}[A-Za-z])[A-Za-z0-9]{32}/;

/** Quotes a value for an error message. Masks a value that may contain a key. */
export function quoteValue(value: Query[string]): Texts {
  if (value === undefined) return message('api.absent');
  if (typeof value !== 'string') return message('api.repeated');
  if (value === '') return message('api.empty');
  if (LIKE_A_KEY.test(value)) return inEveryLanguage(() => '"***"');
  const start = [...value].slice(0, SHOWN_MAX).join('');
  return inEveryLanguage(() => `"${harmless(start)}${start === value ? '' : '…'}"`);
}
