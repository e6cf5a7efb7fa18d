// Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi), which it speaks by itself, without a driver.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FirefoxOptions {
  readonly language: string;
  readonly scheme: 'light' | 'dark';
}

/** One page of a new Firefox. Whatever waits gives up after WAIT_MS. */
export interface FirefoxPage {
  /** Opens an address and waits until its scripts run and `selector` is there. */
  open(url: string, selector: string): Promise<void>;
  /** Waits for an element with a selector and, when given, a text; scrolls it into sight and presses it. */
  press(selector: string, text?: string): Promise<void>;
  /** Presses a field, and types keys one by one. */
  type(selector: string, keys: string): Promise<void>;
  /** The value of an expression, once it is neither null nor false nor empty. */
  wait(what: string, expression: string): Promise<unknown>;
  /** PNG of what is in sight. */
  picture(): Promise<Buffer>;
  /** Errors and warnings that the pages wrote to the console, and scripts that failed. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

type Json = Readonly<Record<string, unknown>>;

const WAIT_MS = 30_000;
/** Keys beyond letters, as WebDriver writes them. */
export const KEYS = { down: '\uE015', enter: '\uE007' } as const;

export async function launchFirefox({ language, scheme }: FirefoxOptions): Promise<FirefoxPage> {
  const profile = mkdtempSync(join(tmpdir(), 'seoga-firefox-'));
  const preferences = {
    'intl.accept_languages': language,
    'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.auto': false,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const program = process.env.SEOGA_FIREFOX ?? 'firefox-esr';
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const firefox = spawn(program, words, { env: { ...process.env, HOME: profile } });
  const ended = new Promise<void>((resolve) => firefox.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    firefox.once('error', reject);
    firefox.stderr.setEncoding('utf8').on('data', (text: string) => {
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    ended.then(() => reject(new Error(`${program} ended (apt-get install firefox-esr)`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const { send, complaints } = connect(socket);
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const tree = await send('browsingContext.getTree', {});
  const [{ context }] = tree.contexts as [{ context: string }];
  return {
    ...createPage(send, context),
    complaints,
    async close() {
      socket.close();
      firefox.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

type Send = (method: string, params: Json) => Promise<Json>;

function connect(socket: WebSocket): { readonly send: Send; readonly complaints: string[] } {
  const waiting = new Map<number, { resolve(result: Json): void; reject(error: Error): void }>();
  const complaints: string[] = [];
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, type, method, params, result, error, message } = JSON.parse(String(data));
    if (method === 'log.entryAdded' && /error|warn/.test(params.level)) complaints.push(params.text);
    const caller = waiting.get(id);
    waiting.delete(id);
    if (type === 'error') caller?.reject(new Error(`${error}: ${message}`));
    else caller?.resolve(result);
  });
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { send, complaints };
}

function createPage(send: Send, context: string): Omit<FirefoxPage, 'complaints' | 'close'> {
  const target = { context };

  async function evaluate(expression: string): Promise<Json> {
    const answer = await send('script.evaluate', { expression, target, awaitPromise: true });
    if (answer.type === 'exception') throw new Error(`${expression}: ${JSON.stringify(answer)}`);
    return answer.result as Json;
  }

  async function poll(what: string, expression: string): Promise<Json> {
    const deadline = Date.now() + WAIT_MS;
    for (;;) {
      // While an address is being opened, there may be no page to ask.
      const result = await evaluate(expression).catch(() => ({ type: 'null' }) as Json);
      const isMissing = result.type === 'null' || result.type === 'undefined';
      if (!isMissing && result.value !== false && result.value !== '') return result;
      if (Date.now() > deadline) throw new Error(`not there: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function press(selector: string, text = ''): Promise<void> {
    const found = await poll(
      `${selector} ${text}`,
      `(() => {
        const found = [...document.querySelectorAll(${JSON.stringify(selector)})]
          .find((one) => one.checkVisibility() && !one.disabled && one.textContent.includes(${JSON.stringify(text)}));
        found?.scrollIntoView({ block: 'center', behavior: 'instant' });
        return found ?? null;
      })()`,
    );
    const origin = { type: 'element', element: { sharedId: found.sharedId } };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  return {
    press,
    async open(url, selector) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
      const settled = `:root:not(:has([data-loading])) ${selector}`;
      await poll(`${url} ${selector}`, `document.querySelector(${JSON.stringify(settled)})`);
    },
    async type(selector, keys) {
      await press(selector);
      const actions = [...keys].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    wait: async (what, expression) => (await poll(what, expression)).value,
    async picture() {
      const { data } = await send('browsingContext.captureScreenshot', { context });
      return Buffer.from(String(data), 'base64');
    },
  };
}
