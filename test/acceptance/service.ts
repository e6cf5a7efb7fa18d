import assert from 'node:assert/strict';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { todayInKorea } from './calendar.ts';
import { type Client, createClient, send } from './client.ts';
import { type Contract, createContract, type OpenApiDocument } from './contract.ts';
import { acceptanceFeed, daysOf } from './feed.ts';
import type { Days } from './feed-line.ts';

/** The service under test. Every row of the suite asks it, and nothing but it. */
export interface Service {
  /** Speaks with the key of an account whose limits never matter here. */
  readonly client: Client;
  readonly contract: Contract;
  /** The days that the feed is dated by. */
  readonly days: Days;
  /** What only the one who runs the service can do; null when the service is elsewhere. */
  readonly operator: Operator | null;
}

/** The service's own command line, and a second service with an empty shop and small limits. */
export interface Operator {
  readonly server: ServerProcess;
  readonly strict: StrictService;
  /** Runs a command that must succeed; gives its output without the end of line. */
  command(...words: string[]): Promise<string>;
  /** A new account with a key. */
  newAccount(...options: string[]): Promise<AccountClient>;
}

export interface AccountClient extends Client {
  readonly email: string;
  readonly key: string;
}

/** No feed was imported here; STRICT_LIMITS hold. */
export interface StrictService {
  readonly server: ServerProcess;
  newAccount(...options: string[]): Promise<AccountClient>;
}

export const STRICT_LIMITS = { burst: 3, burstPerSecond: 1, dailyQuota: 3 } as const;

/** Base of the strict service's addresses: behind a proxy the outside name differs from the listener's. */
export const STRICT_BASE_URL = 'https://books.example/shop';

/** The service named by SEOGA_ACCEPTANCE_URL and SEOGA_ACCEPTANCE_KEY, or else one started here with the feed. */
export async function openService(t: Cleanup): Promise<Service> {
  const { SEOGA_ACCEPTANCE_URL: url = '', SEOGA_ACCEPTANCE_KEY: key = '' } = process.env;
  const days = daysOf(todayInKorea());
  if (url === '') return startService(t, days);
  const baseUrl = url.replace(/\/$/, '');
  const contract = await readContract(baseUrl);
  return { client: createClient(baseUrl, key, contract), contract, days, operator: null };
}

async function startService(t: Cleanup, days: Days): Promise<Service> {
  const [server, strict] = await Promise.all([
    startServer(t),
    startServer(t, {
      environment: {
        SEOGA_BASE_URL: STRICT_BASE_URL,
        SEOGA_BURST: String(STRICT_LIMITS.burst),
        SEOGA_BURST_PER_SECOND: String(STRICT_LIMITS.burstPerSecond),
        SEOGA_DAILY_QUOTA: String(STRICT_LIMITS.dailyQuota),
      },
    }),
  ]);
  const feed = acceptanceFeed(days.today).map((line) => `${JSON.stringify(line)}\n`).join('');
  await succeed(server, ['import', '-'], feed);
  const contract = await readContract(server.address);
  const [, { client }] = await Promise.all([
    succeed(server, ['rank']),
    // The tier with the widest burst, because the suite asks as fast as it can.
    newAccount(server, contract, ['--tier', 'enterprise']).then((account) => ({ client: account })),
  ]);
  return {
    client,
    contract,
    days,
    operator: {
      server,
      strict: { server: strict, newAccount: (...options) => newAccount(strict, contract, options) },
      command: (...words) => succeed(server, words),
      newAccount: (...options) => newAccount(server, contract, options),
    },
  };
}

async function readContract(baseUrl: string): Promise<Contract> {
  const answer = await send(`${baseUrl}/v1/openapi.json`);
  assert.equal(answer.status, 200, 'the OpenAPI document is there without a key');
  return createContract(JSON.parse(answer.text) as OpenApiDocument);
}

let accounts = 0;

async function newAccount(
  server: ServerProcess,
  contract: Contract,
  options: readonly string[],
): Promise<AccountClient> {
  accounts += 1;
  const email = `developer-${accounts}@books.example`;
  await succeed(server, ['account', 'create', '--email', email, '--name', 'Developer', ...options]);
  const key = await succeed(server, ['key', 'issue', '--account', email]);
  return { ...createClient(server.address, key, contract), email, key };
}

async function succeed(server: ServerProcess, words: readonly string[], input = ''): Promise<string> {
  const result = await server.seoga(words, { input });
  assert.equal(result.code, 0, `seoga ${words.join(' ')}: ${result.stderr}`);
  return result.stdout.trimEnd();
}
