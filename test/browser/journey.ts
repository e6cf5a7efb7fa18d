import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright-core';
import { systemClock } from '../../src/clock.ts';
import { eventually } from '../support/eventually.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { linkIn, mailedLink, PASSWORD, type Person } from './accounts.ts';
import { visit } from './browser.ts';
import { hostileShop } from './hostile-shop.ts';

/** Gives an empty installation a small shop, and waits until its lists are published. */
export async function openShop(server: ServerProcess): Promise<void> {
  const imported = await server.seoga(['import', '-'], { input: hostileShop(systemClock.nowMs()) });
  assert.equal(imported.code, 0, imported.stderr);
  await eventually(async () => {
    const response = await fetch(`${server.address}/portal/api/shelf?list=overall&page=1`);
    const { totalCount } = (await response.json()) as { totalCount: number };
    return totalCount > 0;
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
  await page.getByLabel('Email address').fill(email);
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
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Fills in the service information on the page of the key and gives the key that is shown. */
export async function issueKey(page: Page, serviceName: string): Promise<string> {
  await page.getByLabel('Name of the service').fill(serviceName);
  await page.getByLabel('Address of the service').fill('https://books.example.com/shelf');
  await page.getByLabel('What you use the data for').fill('A shelf of bestsellers on the first page.');
  await page.getByLabel('I accept the usage rules').check();
  await page.getByRole('button', { name: 'Issue the key' }).click();
  return page.getByRole('status', { name: 'API key' }).innerText();
}

/**
 * From the landing page by sign-up and the mailed link to a key, and the first call: the copied command, run in a fresh shell.
 * Gives the key.
 */
export async function firstCall(page: Page, server: ServerProcess, person: Person): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Get started' }).click();
  await startSignUp(page, person.email);
  await page.getByText('seoga mail').waitFor();
  const link = await eventually(async () => {
    const { stdout } = await server.seoga(['mail', '--to', person.email]);
    return linkIn(stdout, 'verify-email');
  });
  await page.goto(link);
  await completeSignUp(page, person.name);
  await page.waitForURL('**/portal/key');
  const watched = page.waitForResponse('**/portal/api/usage');
  const key = await issueKey(page, 'Corner shop');
  await watched;
  await page.getByRole('figure').getByRole('button', { name: 'Copy' }).first().click();
  const command = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(execFileSync('sh', { input: command, encoding: 'utf8' }), /"success":true/);
  return key;
}

/**
 * Rules of accessibility that the page breaks, each with the elements that break it. Contrast takes most of the time:
 * leave it out where the same parts have been seen in the same colours. With a selector, only that part is looked at,
 * for what changes on a page that was seen whole.
 */
export async function axeViolations(
  page: Page,
  rules: 'all' | 'all but contrast' = 'all',
  part: string | null = null,
): Promise<readonly string[]> {
  // Once for each page that was loaded: this alone takes a third of the time of a run.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  // The pointer may have just left or entered a button: a colour half way is neither state's.
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().map((one) => one instanceof CSSTransition && one.finished)).then(() => {})`,
  );
  // Without the types of results, axe describes every element that breaks nothing, which takes longer than the rules.
  const options = {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: rules === 'all' } },
  };
  const violations = await page.evaluate<readonly Result[]>(
    `axe.run(${JSON.stringify(part ?? 'html')}, ${JSON.stringify(options)}).then((found) => found.violations)`,
  );
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
