import assert from 'node:assert/strict';
import type { TestApp } from './test-app.ts';

/** All mail to an address, oldest first. */
export async function mailsTo(app: TestApp, email: string): Promise<readonly string[]> {
  await app.background.idle();
  const mails = await app.outbox.list();
  return mails.flatMap(({ to, subject, text }) => (to === email ? [`${subject}\n${text}`] : []));
}

/** Path and query of the last link in the mail to an address. */
export async function linkFromMail(app: TestApp, email: string): Promise<string> {
  const links = (await mailsTo(app, email)).flatMap((mail) =>
    [...mail.matchAll(/https?:\/\/[^\s/]+(\/\S+token=[\w-]+)/g)].map(([, path = '']) => path),
  );
  const link = links.at(-1);
  assert.ok(link !== undefined, `no link to ${email}`);
  return link;
}
