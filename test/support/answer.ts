import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { patientMs } from './patience.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** Only meaningful for uncompressed JSON. */
  readonly json: Envelope;
}

export interface Envelope {
  readonly success: boolean;
  readonly message: string;
  readonly errorCode: string | null;
  readonly data: Data;
}

/** The fields of all endpoints; a response lacks some. */
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

export interface CallOptions {
  readonly method?: string;
  /** Null sends no key, several send the header that often. */
  readonly key?: string | readonly string[] | null;
  readonly headers?: Readonly<Record<string, string>>;
}

const ANSWER_MAX_MS = patientMs(120_000);

const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new TlsAgent({ keepAlive: true }) };

export function send(address: string, options: CallOptions = {}): Promise<Answer> {
  const isTls = address.startsWith('https:');
  const { key = null, method = 'GET' } = options;
  const keys = key === null ? {} : { 'X-Api-Key': typeof key === 'string' ? key : [...key] };
  return new Promise((resolve, reject) => {
    const sent = {
      method,
      agent: isTls ? agents['https:'] : agents['http:'],
      headers: { ...keys, ...options.headers },
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    };
    (isTls ? tlsRequest : request)(address, sent, (incoming) =>
      buffer(incoming).then(
        (bytes) => resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, bytes)),
        reject,
      ),
    )
      .on('error', reject)
      .end();
  });
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

export function answerOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const text = bytes.toString('utf8');
  const isJson = headers['content-type']?.startsWith('application/json') && text.startsWith('{');
  return { status, headers, bytes, text, json: isJson ? (JSON.parse(text) as Envelope) : NO_JSON };
}

export function callsLeft({ headers }: Pick<Answer, 'headers'>): number {
  return Number(/"daily";r=(\d+);t=\d+$/.exec(String(headers.ratelimit))?.[1]);
}
