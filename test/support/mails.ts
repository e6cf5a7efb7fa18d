import assert from 'node:assert/strict';
import type { TestApp } from './test-app.ts';

/** All kept mail to an address, oldest first, as subject and text, after whatever is still being written. */
export async function mailsTo(app: TestApp, email: string): Promise<readonly string[]> {
  await app.background.idle();
  const mails = await app.outbox.list();
  return mails.flatMap(({ to, subject, text }) => (to === email ? [`${subject}\n${text}`] : []));
}

/** The last link of ours in the mail to an address: its path and query. */
export async function linkFromMail(app: TestApp, email: string): Promise<string> {
  const links = (await mailsTo(app, email)).flatMap((mail) =>
    [...mail.matchAll(/https?:\/\/[^\s/]+(\/\S+token=[\w-]+)/g)].map(([, path = '']) => path),
  );
  const link = links.at(-1);
  assert.ok(link !== undefined, `no link to ${email}`);
  return link;
}
