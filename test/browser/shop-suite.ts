import assert from 'node:assert/strict';
import { afterEach, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { suiteCleanup } from '../support/temp-dir.ts';
import { type MadeAccount, makeAccount } from './accounts.ts';
import { launchChromium, openPage, type PageOptions, type WatchedPage } from './browser.ts';
import { beyondRefusals, openShop } from './journey.ts';

export interface VisitOptions extends Omit<PageOptions, 'address'> {
  /** What the page may write to the console, beside requests that the server refuses: what a test has brought about. */
  readonly expects?: RegExp;
}

/**
 * A shop with visitors at browsers. Its members can be used once the tests run. When a test ends, its pages are closed, and none
 * may have caused what a visitor must never cause.
 */
export interface Shop {
  readonly server: ServerProcess;
  /** A page of a new browser: with somebody signed in, or a stranger's. In English when nothing else is said. */
  open(options?: VisitOptions, account?: MadeAccount): Promise<WatchedPage>;
}

/** A shop and its operator, who is signed in on every page that `open` gives. */
export interface OperatorSite extends Pick<Shop, 'server'> {
  /** The operator's API key. */
  readonly key: string;
  open(options?: VisitOptions): Promise<WatchedPage>;
}

export const OPERATOR = 'olga@books.example';

/** Starts a shop for a whole describe block, on a server and in a browser of its own. Call it in the block's body. */
export function shopSuite(environment: Readonly<Record<string, string>> = {}): Shop {
  const t = suiteCleanup();
  let server: ServerProcess | null = null;
  let browser: Browser | null = null;
  const visits: { readonly visit: WatchedPage; readonly expects: RegExp | undefined }[] = [];
  before(async () => {
    browser = await launchChromium(t);
    server = await startServer(t, { environment });
    await openShop(server);
  });
  afterEach(async () => {
    const ended = visits.splice(0);
    for (const { visit } of ended) await visit.context.close();
    for (const { visit, expects } of ended)
      assert.deepEqual(
        beyondRefusals(visit.offences).filter((offence) => expects?.test(offence) !== true),
        [],
      );
  });
  return {
    get server() {
      return started(server);
    },
    async open({ expects, ...options } = {}, account) {
      const { address } = started(server);
      const watched = await openPage(started(browser), { language: 'en-GB', ...options, address });
      visits.push({ visit: watched, expects });
      if (account !== undefined) await watched.context.addCookies([...account.cookies]);
      return watched;
    },
  };
}

/** Adds an operator to a shop, likewise. */
export function operatorSuite(shop: Shop): OperatorSite {
  let operator: MadeAccount | null = null;
  let key = '';
  before(async () => {
    operator = await makeAccount(shop.server, { email: OPERATOR, name: 'Olga' });
    key = await operator.issueKey('Console');
    await setOperator(shop.server, OPERATOR, 'on');
  });
  return {
    get server() {
      return shop.server;
    },
    get key() {
      return key;
    },
    open: (options) => shop.open(options, started(operator)),
  };
}

/** Makes an account an operator, or takes the role back. */
export async function setOperator(server: ServerProcess, email: string, value: 'on' | 'off'): Promise<void> {
  const role = value === 'on' ? 'owner' : 'developer';
  const changed = await server.seoga(['account', 'update', '--account', email, '--role', role]);
  assert.equal(changed.code, 0, changed.stderr);
}

function started<T>(one: T | null): T {
  assert.ok(one !== null, 'only while the tests run');
  return one;
}
