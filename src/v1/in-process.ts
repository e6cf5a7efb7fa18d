import { formatKstInstant } from '../clock.ts';
import type { Caller } from '../gate/gate.ts';
import { successFrame } from '../http/envelope.ts';
import { parseQueryString, type Query, queryFault } from '../http/query-string.ts';
import { ENDPOINTS } from './routes.ts';
import type { Services } from './services.ts';

/** Reads the API for the service's own pages, which have no key and don't count. */
export function createInProcessReader(services: Services) {
  const endpoints = new Map(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint]));
  return {
    /** Path of an endpoint by operation id, or null. */
    pathOf: (name: string) => endpoints.get(name)?.path ?? null,
    /** The JSON of `data` without `meta`, and what headers say of it; empty and null for what isn't said. Throws ApiError. */
    async read(name: string, query: Query) {
      const endpoint = endpoints.get(name);
      if (endpoint === undefined) throw new Error(`there is no endpoint ${name}`);
      const answer = await endpoint.answer({ query, caller: NOBODY, quota: null }, services);
      const { members, edition = '', correction = null, suggestion = null } = answer;
      return { json: `{${members}}`, edition, correction, suggestion };
    },
    /** The body of the response to a call of a path with its query, as text. Throws ApiError. */
    async bodyOf(url: string): Promise<string> {
      const [path = '', search = ''] = url.split('?');
      const endpoint = ENDPOINTS.find((one) => one.path === path);
      if (endpoint === undefined) throw new Error(`there is no endpoint at ${path}`);
      const query = parseQueryString(search);
      const fault = queryFault(query);
      if (fault !== undefined) throw fault;
      const { members, file, message } = await endpoint.answer(
        { query, caller: NOBODY, quota: null },
        services,
      );
      if (file !== undefined) return members.toString();
      const { beforeDate, afterDate, tail } = successFrame(
        endpoint.title.en,
        url,
        services.site,
        message?.en,
      );
      const date = formatKstInstant(services.clock.nowMs());
      return Buffer.concat([
        Buffer.from(beforeDate + date + afterDate, 'latin1'),
        members,
        Buffer.from(tail, 'latin1'),
      ]).toString();
    },
  };
}

/** No account has this number. */
const NOBODY: Caller = { accountId: 0, addOnUserKey: null };
