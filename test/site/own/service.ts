import assert from 'node:assert/strict';
import { type Browser, partOf, textOf } from '../site-kit.ts';

/** A service as its developer describes it. */
export const SERVICE = {
  serviceName: 'Reading club',
  serviceUrl: 'https://club.example/books',
  purpose: 'Shows the bestsellers of the month.\nNothing else.',
};

/** Issues the key of a signed-in account, which is on the page that answers. */
export async function issueKey(
  browser: Browser,
  service: Readonly<Record<string, string>> = {},
): Promise<string> {
  const fields = { ...SERVICE, acceptsRules: 'yes', ...service };
  const issued = await browser.submit('/portal/key', 'issue', fields);
  assert.equal(issued.status, 200, textOf(issued.text));
  assert.equal(issued.headers['cache-control'], 'no-store');
  const key = /seoga_live_[0-9A-Za-z]{38}/.exec(partOf(issued.text, 'fresh-key') ?? '')?.[0];
  assert.ok(key !== undefined);
  return key;
}
