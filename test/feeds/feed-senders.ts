import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { FeedDoor } from '../../src/jobs/feed-door.ts';
import { type Answer, type Browser, formIn } from '../site/site-kit.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';

export const FEEDS = '/portal/console/feeds';

/** The bytes of a feed. */
export function feedLines(lines: readonly object[]): Buffer {
  return Buffer.from(jsonLines(lines));
}

/** Takes every place for feeds with bodies that don't end, until the result is called. */
export async function holdPlaces(door: FeedDoor): Promise<() => Promise<void>> {
  const bodies = Array.from({ length: 8 }, () => new Readable({ read() {} }));
  const held = bodies.map((body, at) =>
    door.take({ actor: `account:${at}`, name: 'held', body, bytes: null, bytesMax: 9 }, async () => {}),
  );
  const ended = Promise.allSettled(held);
  await eventually(() => door.underWay().length === bodies.length);
  return async () => {
    for (const body of bodies) body.destroy();
    await ended;
  };
}

export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Sends a form of a page with a file, as browsers do: its fields in the order of the page, the file last. */
export async function submitFile(
  browser: Browser,
  html: string,
  form: string,
  file: SentFile,
  values: Readonly<Record<string, string>> = {},
  more: { readonly at?: string; readonly action?: string; readonly follows?: boolean } = {},
): Promise<Answer> {
  const { fields, action } = formIn(html, form, more.at ?? '');
  const { file: _, ...typed } = { ...fields, ...values };
  const boundary = 'feed-boundary-7';
  const parts = Object.entries(typed).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  let answer = await browser.postBytes(more.action ?? action ?? FEEDS, body, {
    'content-type': `multipart/form-data; boundary=${boundary}`,
  });
  if (answer.status === 303 && more.follows !== false) answer = await browser.get(answer.location);
  return answer;
}

/** Sends the form of the feeds page: the check of a file. */
export async function checkFile(
  browser: Browser,
  file: SentFile,
  values: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return submitFile(browser, await browser.page(FEEDS), 'check', file, values);
}

/** Checks a file and imports it, typing the number of its brake if it is given. */
export async function bringIn(browser: Browser, file: SentFile, confirmation = ''): Promise<Answer> {
  const checked = await checkFile(browser, file);
  assert.equal(checked.status, 200, checked.text);
  return submitFile(browser, checked.text, 'import', file, confirmation === '' ? {} : { confirmation });
}
