import type { AccountStore } from '../accounts/account-store.ts';
import type { CatalogStore } from '../catalog/catalog-store.ts';
import { inOneRevision, type Revision } from '../catalog/revision.ts';
import { type Clock, type KstDay, parseKstDay } from '../clock.ts';
import type { FileFormat } from '../export/table.ts';
import type { Caller, QuotaState } from '../gate/gate.ts';
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
  /** The name before the day (docs/api.md#file). */
  readonly prefix: string;
  readonly format: FileFormat;
  /** The day in the name, if it isn't that of the response. */
  readonly day?: KstDay | undefined;
}

export interface PageOfList {
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
}

export interface EndpointResult {
  /** The JSON members of `data` that follow `meta`, without the outer braces; or a whole file. */
  readonly members: Buffer;
  /** The month, day or minute that a list describes, for the header Seoga-Edition (docs/api.md#headers). */
  readonly edition?: string;
  /**
   * When the response may change (Unix ms); by default, with the nightly tally. A time that isn't in the future forbids caching.
   */
  readonly nextEditionAtMs?: number | undefined;
  /** How the query was corrected, for the headers Seoga-Query-Used and Seoga-Correction (docs/search.md#headers). */
  readonly correction?: Correction | null;
  /** Replaces OK in `message`. */
  readonly message?: Texts | null;
  /** A suggested query, for the header Seoga-Suggestion. */
  readonly suggestion?: string | null;
  readonly file?: FileLabel;
  /**
   * Whether the response may be cached until the data's revision, the ten-minute bucket or the value of `dependsOn` changes.
   * Absent if a call has an effect besides its response.
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
  /** What else lasting responses depend on: a value that differs after each change. */
  dependsOn?(services: Services): Promise<unknown>;
  /** Checks the parameters in order, then answers. Throws the ApiError of the first invalid one. */
  answer(call: Call & { readonly query: Query }, services: Services): Promise<EndpointResult>;
}

export interface Services {
  readonly revision: Revision;
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

export type Parameters<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> };

/** An endpoint as its file defines it, without the errors of its parameters. */
interface Definition<Values> extends Omit<Endpoint, 'parameters' | 'answer'> {
  readonly parameters: Parameters<Values>;
  /** Whether it awaits more than the catalogue, and itself ensures that what it reads of the catalogue is of one revision. */
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

/** The member `data` of endpoints with our own format (schemas.ts). */
export function dataMember(data: unknown): Buffer {
  return Buffer.from(`"data":${JSON.stringify(data)}`);
}

/** A parameter of the public API: its documentation, check and error in one place. */
export interface Parameter<Value> {
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly code: ErrorCode;
  /** The value that a call sends as `name`, or the default. Throws ApiError. */
  read(query: Query, name: string): Value;
}

interface Rules<Value, Absent> {
  /** The schema without the default value. */
  readonly schema: Schema;
  readonly code?: ErrorCode | undefined;
  /** The value when the parameter is missing. Without this member, the parameter is required. */
  readonly absent?: Absent;
  readonly errorValues?: MessageValues;
  /** The value of a text, or null if it's invalid. */
  parse(sent: string): Value | null;
}

/** A parameter that may be sent once. */
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

/** One of several values, spelled exactly. */
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

/** A switch that Y turns on. */
export function yesNo(
  fallback: 'Y' | 'N',
  description: DocumentText,
  label: DocumentText,
  meanings: Meanings<'Y' | 'N'>,
): Parameter<boolean> {
  const word = choice<'Y' | 'N'>(['Y', 'N'], fallback, description, label, meanings);
  return { ...word, read: (query, name) => word.read(query, name) === 'Y' };
}

/** A whole number of digits only: no sign, space, exponent or fraction. `null` as fallback means no default. */
export function wholeNumber<Fallback extends number | null>(rules: {
  readonly min: number;
  readonly max: number;
  readonly fallback: Fallback;
  readonly description: DocumentText;
  readonly label: DocumentText;
  /** For a parameter without a default: shows what to send. */
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

/** An existing date as yyyy-MM-dd; null by default. */
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

/** The end of a range: not below the parameter `start`, which precedes it and is of the same kind. */
export function rangeEnd<Value extends number>(
  start: string,
  kind: Parameter<Value | null>,
  format: (value: Value) => string,
): Parameter<Value | null> {
  return {
    ...kind,
    read(query, name) {
      const to = kind.read(query, name);
      const from = to === null ? null : kind.read(query, start);
      if (to === null || from === null || to >= from) return to;
      const startValue = format(from);
      const allowed = message('api.notBelow', { start, value: startValue });
      const given = { parameter: name, value: quoteValue(query[name]) };
      throw new ApiError(kind.code, { ...given, allowed, start, startValue });
    },
  };
}

/** How many characters of an invalid value a message repeats. */
const SHOWN_MAX = 60;

/** Text that may be a part of an API key: letters and digits, longer than plain words, not digits alone. */
const LIKE_A_KEY =
  /(?=[A-Za-z]{0,19}\d)(?=\d{0,19}[A-Za-z])[A-Za-z0-9]{20}|(?=\d{0,31}[A-Za-z])[A-Za-z0-9]{32}/;

/** Quotes an invalid value for an error message, with anything that may be a key masked. */
export function quoteValue(value: Query[string]): Texts {
  if (value === undefined) return message('api.absent');
  if (typeof value !== 'string') return message('api.repeated');
  if (value === '') return message('api.empty');
  if (LIKE_A_KEY.test(value)) return inEveryLanguage(() => '"***"');
  const start = [...value].slice(0, SHOWN_MAX).join('');
  return inEveryLanguage(() => `"${harmless(start)}${start === value ? '' : '…'}"`);
}
