import Type, { type TObject, type TSchema } from 'typebox';
import type { Caller, QuotaState } from '../gate/gate.ts';
import type { FileLabel } from '../http/answer.ts';
import type { ErrorCode } from '../http/errors.ts';
import type { PageOfList } from '../http/page-links.ts';
import type { Query } from '../http/query-string.ts';
import type { Correction } from '../search/search-index.ts';
import type { DocumentText } from './openapi/document-texts.ts';
import type { Parameter } from './parameter.ts';
import type { Services } from './services.ts';

/** Whose call it is. */
interface Account {
  readonly caller: Caller;
  /** Where the account stands, with this call if it counts; null when one of the service's own pages reads. */
  readonly quota: QuotaState | null;
}

/** What an endpoint answers. */
export interface Answer {
  /** JSON members of `data` behind `meta`, without the outer braces; or a whole file. */
  readonly members: Buffer;
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
  /** Set by endpoints that answer a file. */
  readonly file?: FileLabel;
  /**
   * Whether the same request gets this answer until somebody commits to the catalogue or its lists, ten minutes of the clock
   * are over, or what the endpoint `dependsOn` changes. Absent where each call has more to do than to answer it.
   */
  readonly isLasting?: boolean;
  /** Which page of which list it is, for the header Link. */
  readonly list?: PageOfList;
}

/** What one public endpoint is, whatever its parameters (docs/rules/interface.md#endpoints). */
interface Description {
  readonly path: string;
  /** Operation id, name in usage figures. */
  readonly name: string;
  /** Answered in English as meta.apiTitle. */
  readonly title: DocumentText;
  readonly description: DocumentText;
  /** Schema of `data`; null when the answer is a file. */
  readonly data: TSchema | null;
  /** The answer's own headers, for the documentation: schemas by name. */
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
  /** Headers of its 404 responses, likewise. */
  readonly notFoundHeaders?: Endpoint['headers'];
  /** Whether calls count against neither burst nor day. */
  readonly uncounted?: boolean;
  /** What else lasting answers depend on: another value after each change. */
  dependsOn?(services: Services): Promise<unknown>;
  /** The endpoint's own errors: without those of its parameters, and without those that all endpoints share. */
  readonly errors: readonly ErrorCode[];
}

/** The parameters of an endpoint by their names, in the order in which they are checked and documented. */
export type Parameters<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> };

/** An endpoint as its file writes it. */
interface Definition<Values> extends Description {
  readonly parameters: Parameters<Values>;
  /** Answers a call whose parameters are right. Throws ApiError. */
  answer(call: Account & { readonly given: Values }, services: Services): Promise<Answer>;
}

/** An endpoint as the server, the documentation and the service's own pages use it. */
export interface Endpoint extends Description {
  readonly parameters: TObject;
  /** With the errors of its parameters, each once, in the order of the error table. */
  readonly errors: readonly ErrorCode[];
  /** Checks the parameters one after another, then the data. Throws the ApiError of the first that is wrong. */
  answer(call: Account & { readonly query: Query }, services: Services): Promise<Answer>;
}

/** Derives the checks, the documentation and the errors of an endpoint from its parameters. */
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
      return definition.answer({ ...account, given }, services);
    },
  };
}

/** The member `data` of endpoints of our own shape (`dataSchema`). */
export function dataMember(data: unknown): Buffer {
  return Buffer.from(`"data":${JSON.stringify(data)}`);
}
