import { type Answer, type CallOptions, send } from '../support/answer.ts';
import type { Contract } from './contract.ts';

/** Parameters to be encoded, or a query string as it stands, without its "?". */
type Parameters = string | Readonly<Record<string, string | number>>;

export interface Client {
  readonly baseUrl: string;
  /** Sends a request and holds every JSON answer of the API against the contract. */
  call(path: string, parameters?: Parameters, options?: CallOptions): Promise<Answer>;
}

/** A client of one service with one key. */
export function createClient(baseUrl: string, key: string | null, contract: Contract): Client {
  return {
    baseUrl,
    async call(path, parameters = '', options = {}) {
      const query = typeof parameters === 'string' ? parameters : encode(parameters);
      const answer = await send(`${baseUrl}${path}${query === '' ? '' : `?${query}`}`, { key, ...options });
      const isBody = answer.bytes.length > 0 && answer.headers['content-encoding'] === undefined;
      const isFile = answer.status === 200 && path.endsWith('/export');
      if (isBody && !isFile && path.startsWith('/v1/') && path !== '/v1/openapi.json') {
        contract.check(options.method ?? 'GET', path, answer.status, JSON.parse(answer.text));
      }
      return answer;
    },
  };
}

function encode(parameters: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(texts).toString();
}
