import type { Caller } from '../gate/gate.ts';
import type { Query } from '../http/query-string.ts';
import type { Correction } from '../search/search-index.ts';
import { ENDPOINTS } from './routes.ts';
import type { Services } from './services.ts';

/** Reads the API for the service's own pages, which have no key and don't count. */
export interface InProcessReader {
  /** Path of an endpoint by operation id, or null. */
  pathOf(endpoint: string): string | null;
  /** Throws ApiError. */
  read(endpoint: string, query: Query): Promise<Reading>;
}

export interface Reading {
  /** JSON of `data` without `meta`. */
  readonly json: string;
  /** The edition that they describe; empty if there is none. */
  readonly edition: string;
  /** How the query was corrected; null if it wasn't. */
  readonly correction: Correction | null;
  /** A suggested query; null if there is none. */
  readonly suggestion: string | null;
}

export function createInProcessReader(services: Services): InProcessReader {
  const endpoints = new Map(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint]));
  return {
    pathOf: (name) => endpoints.get(name)?.path ?? null,
    async read(name, query) {
      const endpoint = endpoints.get(name);
      if (endpoint === undefined) throw new Error(`there is no endpoint ${name}`);
      const {
        members,
        edition = '',
        correction = null,
        suggestion = null,
      } = await endpoint.answer({ query, caller: NOBODY, quota: null }, services);
      return { json: `{${members}}`, edition, correction, suggestion };
    },
  };
}

/** No account has this number. */
const NOBODY: Caller = { accountId: 0, addOnUserKey: null };
