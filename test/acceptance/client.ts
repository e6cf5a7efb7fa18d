import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { Contract } from './contract.ts';

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The envelope. Only meaningful when the answer is uncompressed JSON. */
  readonly json: Envelope;
}

export interface Envelope {
  readonly success: boolean;
  readonly message: string;
  readonly errorCode: string | null;
  readonly data: Data;
}

/** `data` as the endpoints together fill it; what an answer lacks is undefined. */
interface Data {
  readonly meta: Record<string, string>;
  readonly items: readonly Fields[];
  readonly currentPage: number;
  readonly pageSize: number;
  readonly totalCount: number;
  readonly data: unknown;
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Parameters to be encoded, or a query string as it stands, without its "?". */
type Parameters = string | Readonly<Record<string, string | number>>;

export interface CallOptions {
  readonly method?: string;
  /** Null sends no key, several send the header that often. */
  readonly key?: string | readonly string[] | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Client {
  readonly baseUrl: string;
  /** Sends a request and holds every JSON answer of the API against the contract. */
  call(path: string, parameters?: Parameters, options?: CallOptions): Promise<Answer>;
}

const ANSWER_MAX_MS = 15_000;

const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new TlsAgent({ keepAlive: true }) };

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

/** One request to any address, without a check. */
export function send(address: string, options: CallOptions = {}): Promise<Answer> {
  const url = new URL(address);
  const isTls = url.protocol === 'https:';
  const { key = null, method = 'GET' } = options;
  const keys = key === null ? {} : { 'X-Api-Key': typeof key === 'string' ? key : [...key] };
  return new Promise((resolve, reject) => {
    const outgoing = (isTls ? tlsRequest : request)(
      address,
      {
        method,
        agent: isTls ? agents['https:'] : agents['http:'],
        headers: { ...keys, ...options.headers },
        signal: AbortSignal.timeout(ANSWER_MAX_MS),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks))),
        );
      },
    );
    outgoing.on('error', reject).end();
  });
}

function encode(parameters: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(texts).toString();
}

const NO_DATA: Data = {
  meta: {},
  items: [],
  currentPage: 0,
  pageSize: 0,
  totalCount: 0,
  data: null,
  nextCursor: '',
  hasMore: false,
};
const NO_JSON: Envelope = { success: false, message: '', errorCode: null, data: NO_DATA };

function answerOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const text = bytes.toString('utf8');
  const isJson = headers['content-type']?.startsWith('application/json') && text.startsWith('{');
  return { status, headers, bytes, text, json: isJson ? (JSON.parse(text) as Envelope) : NO_JSON };
}
