import assert from 'node:assert/strict';
import type { Mailer } from '../../../src/mail/mail.ts';
import type { Outbox } from '../../../src/mail/outbox.ts';
import { contractOf } from '../guarantee.ts';

/** A mailer, and the addresses to which it keeps messages, oldest first. */
export interface MailerSubject {
  readonly mailer: Mailer;
  kept(): Promise<readonly string[]>;
  /** A mailer of another process over the same store. */
  another(): Mailer;
}

const mail = { subject: '[서가] 확인', text: 'Link: https://books.example/?token=abc\n' };

/** What every adapter of the Mailer port guarantees while no message can be sent (docs/accounts.md#mail). */
export const mailerContract = contractOf<MailerSubject>((test) => {
  test('a message is stored once post resolves, and outlives its mailer', async ({
    mailer,
    kept,
    another,
  }) => {
    await mailer.post({ ...mail, to: 'first@example.com' });
    assert.deepEqual(await kept(), ['first@example.com']);
    await another().post({ ...mail, to: 'second@example.com' });
    assert.deepEqual((await kept()).toSorted(), ['first@example.com', 'second@example.com']);
    assert.equal(mailer.sending().trouble, null);
  });

  test('forget drops every message to an address and no other', async ({ mailer, kept, another }) => {
    for (const to of ['gone@example.com', 'other@example.com', 'gone@example.com']) {
      await mailer.post({ ...mail, to });
    }
    await another().forget('gone@example.com');
    assert.deepEqual(await kept(), ['other@example.com']);
    await mailer.forget('nobody@example.com');
    assert.deepEqual(await kept(), ['other@example.com']);
  });
});

/** The addresses of kept messages, oldest first. */
export async function addressesIn(outbox: Outbox): Promise<readonly string[]> {
  const mails = await Promise.all((await outbox.names()).map((name) => outbox.read(name)));
  return mails.map((kept) => kept?.to ?? '');
}
