import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { jsonLines } from '../support/json-lines.ts';
import { type AskedServer, type ServerProcessOptions, startServer } from '../support/server-process.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { todayInKorea } from './calendar.ts';
import { type Client, createClient, send } from './client.ts';
import { type Contract, createContract, type OpenApiDocument } from './contract.ts';
import { acceptanceFeed, daysOf } from './feed.ts';
import type { Days } from './feed-line.ts';

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
  readonly accounts: Readonly<Record<AccountName, AccountClient>>;
  readonly other: OtherService;
}

/** An account of its own for each matter, so that no test can disturb another one. */
type AccountName = 'developer' | 'free' | 'quota' | 'rotating';

interface AccountClient extends Client {
  readonly email: string;
  readonly key: string;
}

/** A second service: its shop is empty, and its addresses have another base. */
interface OtherService {
  readonly server: AskedServer;
  command(words: readonly string[], input?: string): Promise<string>;
  readonly account: AccountClient;
}

/** Behind a proxy the outside name of a service differs from its listener's. */
export const OTHER_BASE_URL = 'https://books.example/shop';

/** The service named by SEOGA_ACCEPTANCE_URL and SEOGA_ACCEPTANCE_KEY, or else one started here with the feed. */
export async function openService(t: Cleanup): Promise<Service> {
  const { SEOGA_ACCEPTANCE_URL: url = '', SEOGA_ACCEPTANCE_KEY: key = '' } = process.env;
  const days = daysOf(todayInKorea());
  if (url === '') return startService(t, startServer);
  const baseUrl = url.replace(/\/$/, '');
  const contract = await readContract(baseUrl);
  return { client: patient(createClient(baseUrl, key, contract)), contract, days, operator: null };
}

/** Starts a service with the feed, and a second one without. `newClient` speaks to them. */
export async function startService(
  t: Cleanup,
  start: Start,
  newClient: NewClient = createClient,
): Promise<Service> {
  const days = daysOf(todayInKorea());
  const [shop, other] = await Promise.all([
    startShop(t, days, start, newClient),
    startOther(t, start, newClient),
  ]);
  const { client, ...operator } = shop;
  return { client: patient(client), contract: shop.contract, days, operator: { ...operator, other } };
}

/** One server, or several that look like one. */
type Start = (t: Cleanup, options: Pick<ServerProcessOptions, 'environment'>) => Promise<AskedServer>;

type NewClient = typeof createClient;

async function startShop(t: Cleanup, days: Days, start: Start, newClient: NewClient) {
  const server = await start(t, {});
  const contract = await readContract(server.address);
  const parts = { server, contract, newClient };
  // The suite asks as fast as it can, hence the tier with the widest burst.
  const fast = ['--tier', 'enterprise'];
  const feed = jsonLines(acceptanceFeed(days.today));
  const { suite, ...accounts } = await newAccounts(parts, {
    suite: fast,
    developer: fast,
    free: [],
    quota: fast,
    rotating: [],
  });
  await command(server, ['import', '-'], feed);
  await command(server, ['rank']);
  return {
    client: suite,
    contract,
    server,
    command: (words: readonly string[], input?: string) => command(server, words, input),
    accounts,
  };
}

async function startOther(t: Cleanup, start: Start, newClient: NewClient): Promise<OtherService> {
  const server = await start(t, { environment: { SEOGA_BASE_URL: OTHER_BASE_URL } });
  const contract = await readContract(server.address);
  const { account } = await newAccounts({ server, contract, newClient }, { account: [] });
  return { server, command: (words, input) => command(server, words, input), account };
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

interface AccountParts {
  readonly server: AskedServer;
  readonly contract: Contract;
  readonly newClient: NewClient;
}

/** Makes accounts by name, each with further words of its command and a key. */
async function newAccounts<Name extends string>(
  { server, contract, newClient }: AccountParts,
  wanted: Readonly<Record<Name, readonly string[]>>,
): Promise<Readonly<Record<Name, AccountClient>>> {
  const named = Object.entries<readonly string[]>(wanted).map(([name, options]) => ({
    name,
    email: `${name}@books.example`,
    options,
  }));
  const results = await server.seogaEach(
    named.flatMap(({ name, email, options }) => [
      ['account', 'create', '--email', email, '--name', name, ...options],
      ['key', 'issue', '--account', email],
    ]),
  );
  for (const { code, stderr } of results) assert.equal(code, 0, stderr);
  const accounts = named.map(({ name, email }, at) => {
    const key = results[2 * at + 1]?.stdout.trim() ?? '';
    return [name, { ...newClient(server.address, key, contract), email, key }];
  });
  return Object.fromEntries(accounts) as Readonly<Record<Name, AccountClient>>;
}

async function command(server: AskedServer, words: readonly string[], input = ''): Promise<string> {
  const result = await server.seoga(words, { input });
  assert.equal(result.code, 0, `seoga ${words.join(' ')}: ${result.stderr}`);
  return result.stdout.trimEnd();
}
