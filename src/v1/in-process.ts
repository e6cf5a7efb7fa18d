import type { Caller } from '../gate/gate.ts';
import type { Query } from '../http/query-string.ts';
import { ENDPOINTS } from './routes.ts';
import type { Services } from './services.ts';

/** Reads the API for pages of the service itself, which do not count and have no key. */
export interface InProcessReader {
  /** Path of an endpoint by its operation id, or null. */
  pathOf(endpoint: string): string | null;
  /** The members of `data` but `meta`, and the edition that they describe. Throws ApiError. */
  read(endpoint: string, query: Query): Promise<{ readonly data: unknown; readonly edition: string }>;
}

export function createInProcessReader(services: Services): InProcessReader {
  const endpoints = new Map(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint]));
  return {
    pathOf: (name) => endpoints.get(name)?.path ?? null,
    async read(name, query) {
      const endpoint = endpoints.get(name);
      if (endpoint === undefined) throw new Error(`there is no endpoint ${name}`);
      const { payload, edition = '' } = await endpoint.answer(
        { query, caller: NOBODY, quota: null },
        services,
      );
      return { data: JSON.parse(`{${payload.members}}`), edition };
    },
  };
}

/** No account has this number. */
const NOBODY: Caller = { accountId: 0, addOnUserKey: null };
