import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { systemClock } from '../../src/clock.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { visit } from './browser.ts';
import { hostileShop } from './hostile-shop.ts';

export const PASSWORD = 'correct horse battery staple';

/** Somebody who uses the portal in English. */
export interface Person {
  readonly email: string;
  readonly name: string;
}

/** Much longer than any of it takes, also on a machine that is busy with other tests. */
const DEADLINE_MS = 120_000;

/** Asks again until the answer is there. */
export async function until<Answer>(what: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  const deadline = systemClock.nowMs() + DEADLINE_MS;
  while (systemClock.nowMs() < deadline) {
    const answer = await ask();
    if (answer !== null) return answer;
    await new Promise((tick) => setTimeout(tick, 100));
  }
  throw new Error(`${what}: not within ${DEADLINE_MS} ms`);
}

/** Gives an empty installation a small shop, and waits until its lists are published. */
export async function openShop(server: ServerProcess): Promise<void> {
  const imported = await server.seoga(['import', '-'], { input: hostileShop(systemClock.nowMs()) });
  assert.equal(imported.code, 0, imported.stderr);
  await until('a published list', async () => {
    const response = await fetch(`${server.address}/portal/api/shelf?list=overall&page=1`);
    const { totalCount } = (await response.json()) as { totalCount: number };
    return totalCount > 0 ? totalCount : null;
  });
}

/** The link of the newest message to an address, as the operator reads it. `page` is a part of the link. */
export function mailedLink(server: ServerProcess, email: string, page: string): Promise<string> {
  return until(`a link to ${page}`, async () => {
    const { stdout } = await server.seoga(['mail', '--to', email]);
    return stdout.match(/http\S+\?token=\S+/g)?.findLast((link) => link.includes(page)) ?? null;
  });
}

/** Signs up and completes the account. Ends on the page of the key. */
export async function signUp(page: Page, server: ServerProcess, person: Person): Promise<void> {
  await visit(page, '/portal/sign-up');
  await startSignUp(page, person.email);
  await page.getByText(person.email).waitFor();
  await page.goto(await mailedLink(server, person.email, 'verify-email'));
  await completeSignUp(page, person.name);
}

/** Asks for the mail. */
export async function startSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
}

/** Fills in the page that the mailed link opens. Ends on the page of the key. */
export async function completeSignUp(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Name of the service').waitFor();
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Fills in the service information on the page of the key and gives the key that is shown. */
export async function issueKey(page: Page, serviceName: string): Promise<string> {
  await page.getByLabel('Name of the service').fill(serviceName);
  await page.getByLabel('Address of the service').fill('https://books.example.com/shelf');
  await page.getByLabel('What the data are for').fill('A shelf of bestsellers on the first page.');
  await page.getByLabel('I accept the usage rules').check();
  await page.getByRole('button', { name: 'Issue the key' }).click();
  return page.getByRole('status', { name: 'API key' }).innerText();
}

/** Signs up, gets a key, calls three times with it, and enrols for add-on links. */
export async function settleIn(
  page: Page,
  server: ServerProcess,
  person: Person,
  serviceName: string,
): Promise<void> {
  await signUp(page, server, person);
  const key = await issueKey(page, serviceName);
  for (let call = 0; call < 3; call++) assert.equal(await callWith(key, server), 200);
  await page.getByRole('button', { name: 'I stored it' }).click();
  await page.getByRole('button', { name: 'Enrol' }).click();
  await page.getByText('You are enrolled').waitFor();
}

/** From the landing page by sign-up and the mailed link to a key, and the first call with it. Gives the key. */
export async function firstCall(page: Page, server: ServerProcess, person: Person): Promise<string> {
  await visit(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Get started' }).click();
  await startSignUp(page, person.email);
  await page.getByText('npm run -s seoga -- mail').waitFor();
  await page.goto(await mailedLink(server, person.email, 'verify-email'));
  await completeSignUp(page, person.name);
  await page.waitForURL('**/portal/key');
  const key = await issueKey(page, 'Corner shop');
  assert.equal(await callWith(key, server), 200);
  return key;
}

/** Status of a call with a key, made outside of the browser as a developer's server makes it. */
export async function callWith(key: string, server: ServerProcess): Promise<number> {
  const response = await fetch(`${server.address}/v1/category/bestseller?categoryId=001`, {
    headers: { 'X-Api-Key': key },
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Rules of accessibility that the page breaks, each with the elements that break it. The dark theme is the light one
 * in other colours, so that only their contrast has to be looked at again.
 */
export async function axeViolations(
  page: Page,
  scheme: 'light' | 'dark' = 'light',
): Promise<readonly string[]> {
  // The mode for pages without frames, which ours are: the other opens a second page for each run.
  // Without the types of results, axe describes every element that breaks nothing, which takes longer than the rules.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (scheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Refused requests of a page are written to the console by the browser itself; a page cannot keep it from that. */
export function beyondRefusals(offences: readonly string[]): readonly string[] {
  return offences.filter((offence) => !/status of 4\d\d/.test(offence));
}

/** Pixels that the page takes; more than the window has mean that it scrolls sideways. */
export function pageWidth(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth');
}
