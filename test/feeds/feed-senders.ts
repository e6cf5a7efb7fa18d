import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { FeedDoor } from '../../src/intake/feed-door.ts';
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
  part: string,
  file: SentFile,
  values: Readonly<Record<string, string>> = {},
  more: { readonly at?: string; readonly action?: string; readonly follows?: boolean } = {},
): Promise<Answer> {
  const { fields, action } = formIn(html, part, more.at ?? '');
  const { file: _, ...typed } = { ...fields, ...values };
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.append(name, String(value));
  form.append('file', new File([new Uint8Array(file.bytes)], file.name));
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer());
  const type = { 'content-type': sent.headers.get('content-type') ?? '' };
  let answer = await browser.postBytes(more.action ?? action ?? FEEDS, body, type);
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
