import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { launchChromium, openPage, type PageOptions, type WatchedPage } from './browser.ts';
import { issueKey, openShop, signUp } from './journey.ts';

/** A shop with an operator at a browser. */
export interface OperatorSite {
  readonly server: ServerProcess;
  /** The operator's API key. */
  readonly key: string;
  /** A page with the operator signed in; in English when nothing else is said. */
  open(options?: Omit<PageOptions, 'address'>): Promise<WatchedPage>;
}

const OPERATOR = 'olga@books.example';

/** Starts it for a whole describe block, on a server and in a browser of its own. Call it in the block's body. */
export function operatorSuite(use: (site: OperatorSite) => void): void {
  const cleanups: (() => void | Promise<void>)[] = [];
  let browser: Browser;
  before(async () => {
    const server = await startServer({ after: (fn) => cleanups.push(fn) });
    await openShop(server);
    browser = await launchChromium();
    const { address } = server;
    const { page, context } = await openPage(browser, { address, language: 'en-GB' });
    await signUp(page, server, { email: OPERATOR, name: 'Olga' });
    const key = await issueKey(page, 'Console');
    const cookies = await context.cookies();
    await context.close();
    const changed = await server.seoga(['account', 'update', '--account', OPERATOR, '--operator', 'on']);
    assert.equal(changed.code, 0, changed.stderr);
    use({
      server,
      key,
      async open(options = { language: 'en-GB' }) {
        const watched = await openPage(browser, { address, ...options });
        await watched.context.addCookies(cookies);
        return watched;
      },
    });
  });
  after(async () => {
    await browser?.close();
    for (const clean of cleanups.reverse()) await clean();
  });
}
