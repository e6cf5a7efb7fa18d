import { formatKstInstant } from '../clock.ts';
import type { Caller } from '../gate/gate.ts';
import { bodyAt, bodyText, plainBody } from '../http/body/ready-body.ts';
import { successFrame } from '../http/envelope.ts';
import { type Query, readQuery } from '../http/query-string.ts';
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
      const endpoint = ENDPOINTS.find(({ path }) => path === url.split('?', 1)[0]);
      if (endpoint === undefined) throw new Error(`there is no endpoint at ${url}`);
      const call = { query: readQuery(url), caller: NOBODY, quota: null };
      const { members, file, message } = await endpoint.answer(call, services);
      if (file !== undefined) return members.toString();
      const frame = successFrame(endpoint.title.en, url, services.site, message?.en);
      const body = bodyAt(plainBody(frame, members), formatKstInstant(services.clock.nowMs()));
      return Buffer.from(bodyText(body), 'latin1').toString();
    },
  };
}

/** No account has this number. */
const NOBODY: Caller = { accountId: 0, addOnUserKey: null };
