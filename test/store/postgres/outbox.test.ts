import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMailer } from '../../../src/mail/mailer.ts';
import { createPostgresOutbox } from '../../../src/store/postgres/mail/outbox.ts';
import { addressesIn, mailerContract } from '../../contracts/mail/mailer-contract.ts';
import { outboxContract } from '../../contracts/mail/outbox-contract.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { postgresDatabase, postgresSuite } from '../../support/postgres-database.ts';

const mail = {
  to: 'dev@example.com',
  subject: '[서가] 확인',
  text: 'Link: https://books.example/?token=abc\n',
};

postgresSuite('mail in PostgreSQL', () => {
  outboxContract('PostgreSQL', async (t) => {
    const { open } = await postgresDatabase(t);
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    return { outbox: createPostgresOutbox(open(), clock), other: createPostgresOutbox(open(), clock), clock };
  });

  mailerContract('PostgreSQL', async (t) => {
    const { open } = await postgresDatabase(t);
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    const another = () =>
      createMailer({
        outbox: createPostgresOutbox(open(), clock),
        clock,
        smtpUrl: null,
        from: 'a@b.example',
        onSendError: (error) => assert.fail(String(error)),
      });
    const outbox = createPostgresOutbox(open(), clock);
    return { mailer: another(), another, kept: () => addressesIn(outbox) };
  });

  test('PostgreSQL: of instances that send at once, one claims each message', async (t) => {
    const { open } = await postgresDatabase(t);
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    const outboxes = Array.from({ length: 3 }, () => createPostgresOutbox(open(), clock));
    const [first] = outboxes;
    for (let n = 0; n < 20; n++) await first?.put(mail);
    const names = (await first?.names()) ?? [];
    for (const name of names) {
      const claims = await Promise.all(outboxes.map((outbox) => outbox.claim(name, 60_000)));
      assert.equal(claims.filter(Boolean).length, 1);
    }
    const [name = ''] = names;
    await first?.release(name);
    assert.equal(await first?.claim(name, 1), true);
    // A sender who died leaves its message to another one.
    await open().query('SELECT pg_sleep(0.01)');
    assert.equal(await first?.claim(name, 60_000), true);
  });
});
