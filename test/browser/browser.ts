import { existsSync } from 'node:fs';
import axe, { type Result } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Cleanup } from '../support/temp-dir.ts';

/**
 * The Chromium that SEOGA_CHROMIUM names, or Debian's: the headless shell, which needs a third of the CPU because it
 * has no windows of its own to draw, or else the whole browser.
 */
const CHROMIUM =
  process.env.SEOGA_CHROMIUM ??
  ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync) ??
  '';
const isCi = process.env.CI === 'true';

/** The reason to skip tests that need a browser, or false. Under CI it must be there: the tests fail. */
export const chromiumMissing =
  !existsSync(CHROMIUM) &&
  !isCi &&
  'Chromium is missing (apt-get install chromium-headless-shell fonts-noto-cjk)';

/** A browser of the tests. Opened before what it visits, it closes before that ends. */
export async function launchChromium(t: Cleanup): Promise<Browser> {
  // Tests run as root in containers, where Chromium has no sandbox to offer, and without a graphics card.
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  t.after(() => browser.close());
  return browser;
}

/** Windows of two sizes. */
export const DESKTOP = { width: 1280, height: 900 } as const;
export const PHONE = { width: 360, height: 900 } as const;

export type WatchedPage = Awaited<ReturnType<typeof openPage>>;

interface PageOptions {
  /** The server's address; requests anywhere else are offences. */
  readonly address: string;
  /** First of the browser's languages. */
  readonly language?: 'ko-KR' | 'en-GB';
  readonly width?: number;
  /** Whether scripts run; true when left out. */
  readonly javaScript?: boolean;
}

/** A page of a new visitor, without cookies or storage of others. */
export async function openPage(browser: Browser, options: PageOptions) {
  const context = await browser.newContext({
    baseURL: options.address,
    locale: options.language ?? 'ko-KR',
    javaScriptEnabled: options.javaScript ?? true,
    viewport: { ...DESKTOP, width: options.width ?? DESKTOP.width },
  });
  // Much longer than any of it takes, also on a machine that is busy with other tests.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  /** What a visitor must never cause: errors in the console, failed scripts, requests to other hosts. */
  const offences: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') offences.push(message.text());
  });
  page.on('pageerror', (error) => offences.push(error.message));
  page.on('dialog', (dialog) => {
    offences.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== options.address)
      offences.push(`request: ${request.url()}`);
  });
  return { page, context, offences };
}

/** Rules of accessibility that the page breaks, each with the elements that break it. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Once for each page that was loaded: this alone takes a third of the time of a run.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  // The pointer may have just left or entered a button: a colour half way is neither state's.
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().map((one) => one instanceof CSSTransition && one.finished)).then(() => {})`,
  );
  // Without the types of results, axe describes every element that breaks nothing, which takes longer than the rules.
  const violations = await page.evaluate<readonly Result[]>(
    `axe.run('html', { resultTypes: ['violations'] }).then((found) => found.violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/**
 * What doesn't fit the width of the window: the page and each table of words that has to be scrolled sideways, and each
 * day or week that is broken at its hyphen.
 */
export function misfits(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const tables = [...document.querySelectorAll('.scroll:has(> .stacks)')];
    const sideways = [document.documentElement, ...tables].filter((one) => one.scrollWidth > one.clientWidth);
    const broken = [];
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      for (const { 0: text, index } of currentNode.data.matchAll(/\\d{4}-(\\d\\d-\\d\\d|W\\d\\d)/g)) {
        const range = new Range();
        range.setStart(currentNode, index);
        range.setEnd(currentNode, index + text.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(text);
      }
    }
    return [...sideways.map((one) => one.ariaLabel ?? one.tagName), ...broken];
  })()`);
}
