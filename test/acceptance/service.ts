import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, type CallOptions, send } from '../support/answer.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { type AskedServer, outputOf, startServer } from '../support/server-process.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { type Days, daysOf, todayInKorea } from './calendar.ts';
import { type Contract, createContract, type OpenApiDocument } from './contract.ts';
import { acceptanceFeed } from './feed.ts';

/** The service under test. Every row of the suite asks it, and nothing but it. */
export interface Service {
  /** Speaks with the key of an ordinary account, and waits when it is told to. */
  readonly client: Client;
  readonly contract: Contract;
  /** The days that the feed is dated by. */
  readonly days: Days;
  /** What only the one who runs the service can do; null when the service is elsewhere. */
  readonly operator: Operator | null;
}

/** What belongs to a service that was started here. */
export interface Operator {
  readonly server: AskedServer;
  /** Runs a command that must succeed; gives its output without the end of line. */
  command(words: readonly string[], input?: string): Promise<string>;
  /** An account of the usual tier, whose client doesn't wait. */
  readonly free: AccountClient;
}

interface AccountClient extends Client {
  readonly email: string;
  readonly key: string;
}

/** The service named by SEOGA_ACCEPTANCE_URL and SEOGA_ACCEPTANCE_KEY, or else one started here with the feed. */
export async function openService(t: Cleanup): Promise<Service> {
  const { SEOGA_ACCEPTANCE_URL: url = '', SEOGA_ACCEPTANCE_KEY: key = '' } = process.env;
  const days = daysOf(todayInKorea());
  if (url === '') return startService(t, startServer);
  const baseUrl = url.replace(/\/$/, '');
  const contract = await readContract(baseUrl);
  return { client: patient(createClient(baseUrl, key, contract)), contract, days, operator: null };
}

/** Starts a service with the feed: one server, or several that look like one. */
export async function startService(
  t: Cleanup,
  start: (t: Cleanup) => Promise<AskedServer>,
): Promise<Service> {
  const days = daysOf(todayInKorea());
  const server = await start(t);
  const contract = await readContract(server.address);
  const command = async (words: readonly string[], input = '') =>
    outputOf(await server.seoga(words, { input })).trimEnd();
  const open = async (tier: string): Promise<AccountClient> => {
    const email = `${tier}@books.example`;
    await command(['account', 'create', '--email', email, '--name', tier, '--tier', tier]);
    const key = await command(['key', 'issue', '--account', email]);
    return { ...clientThatRetries(createClient(server.address, key, contract)), email, key };
  };
  // The suite asks as fast as it can, hence the tier with the widest burst.
  const suite = await open('enterprise');
  const free = await open('free');
  await command(['import', '-'], jsonLines(acceptanceFeed(days.today)));
  await command(['rank']);
  return { client: patient(suite), contract, days, operator: { server, command, free } };
}

/**
 * A client that repeats calls answered with 503, as the interface asks of clients: a busy machine may keep a call from its database
 * for longer than a second, and a server answers before its search index is built.
 */
function clientThatRetries(client: Client): Client {
  return {
    ...client,
    call: (...words) =>
      eventually(
        () => client.call(...words),
        ({ status }) => status !== 503,
      ),
  };
}

/** How often the suite's own client asks again. */
const TRIES_MAX = 10;

/**
 * A client that obeys Retry-After, as the interface asks of clients: the suite asks faster than any account may.
 * Tests of the limits themselves use accounts of their own, and clients that do not wait.
 */
function patient(client: Client): Client {
  return {
    ...client,
    async call(path, parameters, options) {
      for (let tries = 1; ; tries++) {
        const answer = await client.call(path, parameters, options);
        if (answer.status !== 429 || tries === TRIES_MAX) return answer;
        await wait(1000 * Number(answer.headers['retry-after']));
      }
    },
  };
}

async function readContract(address: string): Promise<Contract> {
  const answer = await send(`${address}/v1/openapi.json`);
  assert.equal(answer.status, 200, 'the OpenAPI document is there without a key');
  return createContract(JSON.parse(answer.text) as OpenApiDocument);
}

/** Parameters to be encoded, or a query string as it stands, without its "?". */
type Parameters = string | Readonly<Record<string, string | number>>;

export interface Client {
  readonly baseUrl: string;
  /** Sends a request and holds every JSON answer of the API against the contract. */
  call(path: string, parameters?: Parameters, options?: CallOptions): Promise<Answer>;
}

/** A client of one service with one key. */
function createClient(baseUrl: string, key: string | null, contract: Contract): Client {
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
