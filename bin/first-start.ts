import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { DEMO_LINK_MS, type DemoSignIn } from '../src/accounts/demo-sign-in.ts';
import { exampleCategory } from '../src/catalog/category.ts';
import { systemClock } from '../src/clock.ts';
import type { Config } from '../src/config/config.ts';
import { firstCall } from '../src/site/kit/calls.ts';
import type { Services } from '../src/site/kit/services.ts';
import { CommandFailed, RUN } from './commands/command.ts';
import { openStore } from './store/open-store.ts';
import { withTrustedClock } from './trusted-clock.ts';

const DEMO_EMAIL = 'demo@seoga.example';

/**
 * Fills an empty store with the demo, with progress on standard error. Uses a child process, whose end frees the memory. A signal
 * ends both processes.
 */
export async function loadDemoIfEmpty(config: Config): Promise<void> {
  await using store = await openStore(config, 'command');
  const isEmpty = async () => (await store.catalog.countItems()) === 0;
  if (!(await isEmpty())) return;
  await store.engine.whileAlone(async () => {
    // Another instance may have loaded the demo meanwhile.
    if (await isEmpty()) await withTrustedClock(config.dataDir, fillWithDemo);
  });
}

async function fillWithDemo(): Promise<void> {
  console.error('The store is empty: loading the demo catalogue (SEOGA_DEMO=0 leaves it empty).');
  const startedMs = systemClock.monotonicMs();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'seoga.ts'), 'demo'], {
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    process.exit(1);
  };
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  const [code] = await once(child, 'exit');
  for (const signal of signals) process.off(signal, end);
  if (code !== 0)
    throw new CommandFailed('the demo catalogue could not be loaded; SEOGA_DEMO=0 starts without it');
  const seconds = ((systemClock.monotonicMs() - startedMs) / 1000).toFixed(1);
  console.error(`Demo catalogue ready after ${seconds} s.`);
}

/**
 * What a demo prints: a line about the service, and a curl command. Creates the demo's key only if output goes to a terminal,
 * because other outputs may be stored.
 */
export async function demoGreeting(
  { accounts, catalog, baseUrl }: Pick<Services, 'accounts' | 'catalog' | 'baseUrl'>,
  dataDir: string,
  isTerminal: boolean,
) {
  const account =
    (await accounts.findAccountByEmail(DEMO_EMAIL)) ??
    (await accounts.createAccount({ email: DEMO_EMAIL, name: 'Demo', tier: 'free', role: 'developer' }));
  const key = account === null || !isTerminal ? null : await accounts.issueKey(account.accountId);
  const path = firstCall(exampleCategory(await catalog.listCategories()));
  const curl = `curl -s -H "X-Api-Key: ${key ?? '$SEOGA_API_KEY'}" '${baseUrl}${path}'`;
  const hasKey = account !== null && (await accounts.listKeys(account.accountId)).length > 0;
  const revoke = hasKey ? `${RUN} key revoke --account ${DEMO_EMAIL} && ` : '';
  const another = `\nTo get ${hasKey ? 'another key' : 'its key'}, run: ${revoke}${RUN} key issue --account ${DEMO_EMAIL}`;
  const items = (await catalog.countItems()).toLocaleString('en-US');
  return {
    what: `Seoga ${packageJson.version}: ${items} products from ${dataDir}`,
    curl: key === null ? curl + another : curl,
  };
}

/**
 * Prints a link that signs in the demo's operator, unless standard output is a file, which would store the secret. The secret is
 * a URL fragment, which browsers don't send.
 */
export async function greetOperator(baseUrl: string, demoSignIn: DemoSignIn): Promise<void> {
  if (fstatSync(process.stdout.fd).isFile()) return;
  const secret = await demoSignIn.create();
  if (secret === null) return;
  console.log(
    `See the console as the demo's operator (works once, for ${DEMO_LINK_MS / 60_000} minutes):\n` +
      `  ${baseUrl}/portal/sign-in/demo#${secret}`,
  );
}
