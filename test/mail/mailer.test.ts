import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createMailer } from '../../src/mail/mailer.ts';
import { createOutbox, STORED_MS } from '../../src/mail/outbox.ts';
import { onBothDatabases } from '../store/sql/both-databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { listenOn } from '../support/server-process.ts';

const mail = {
  to: 'dev@example.com',
  subject: '[서가] 확인',
  text: 'Link: https://books.example/?token=abc\n',
};

const unexpected = (error: unknown) => assert.fail(String(error));

onBothDatabases('mail', (adapter, newDatabase) => {
  const setUp = async (t: TestContext) => {
    const { database, open } = await newDatabase(t);
    const clock = fixedClock('2026-11-20T12:00:00+09:00');
    const outboxes = Array.from({ length: 3 }, () => createOutbox({ database: open().database, clock }));
    const outbox = createOutbox({ database, clock });
    const server = await mailServer(t);
    const mailerTo = (smtpUrl: string | null, onSendError: (error: unknown) => void = unexpected) =>
      createMailer({ outbox, clock, smtpUrl, from: 'seoga@books.example', onSendError });
    return { clock, outbox, outboxes, database, server, mailerTo };
  };

  test(`${adapter}: without a mail server messages are kept, oldest first, until they are removed`, async (t) => {
    const { clock, outbox, mailerTo } = await setUp(t);
    assert.equal(await outbox.oldestMs(), null);
    const mailer = mailerTo(null);
    assert.equal(mailer.kind, 'outbox');
    const createdAtMs = clock.nowMs();
    for (const to of ['gone@example.com', 'other@example.com', 'gone@example.com'])
      await mailer.post({ ...mail, to });
    const kept = async () => (await outbox.list()).map(({ to }) => to);
    assert.deepEqual(await kept(), ['gone@example.com', 'other@example.com', 'gone@example.com']);
    assert.equal(await outbox.oldestMs(), createdAtMs);
    await mailer.forget('gone@example.com');
    assert.deepEqual(await kept(), ['other@example.com']);
    assert.partialDeepStrictEqual(await outbox.list(), [{ ...mail, to: 'other@example.com', createdAtMs }]);
  });

  test(`${adapter}: a message that is too old to be of use is listed no more, and dropped with the next one`, async (t) => {
    const { clock, database, outbox } = await setUp(t);
    await outbox.put(mail);
    clock.advance(STORED_MS);
    await outbox.put(mail);
    assert.equal((await outbox.list()).length, 2);
    clock.advance(1);
    assert.equal((await outbox.list()).length, 1);
    await outbox.put(mail);
    const [row] = await database.query<{ rows: number }>('SELECT count(*) AS rows FROM mail');
    assert.equal(row?.rows, 2);
  });

  test(`${adapter}: of senders at once one claims a message; it is free again after a release, or in time`, async (t) => {
    const { outbox, outboxes } = await setUp(t);
    await outbox.put(mail);
    const [{ mailId } = { mailId: 0 }] = await outbox.list();
    const claims = await Promise.all(outboxes.map((one) => one.claim(mailId, 60_000)));
    assert.equal(claims.filter(Boolean).length, 1);
    await outbox.release(mailId);
    assert.equal(await outbox.claim(mailId, 1), true);
    await eventually(() => outbox.claim(mailId, 60_000));
    await outbox.remove(mailId);
    assert.equal(await outbox.claim(mailId, 60_000), false);
  });

  test(`${adapter}: what a mail server refuses is kept, told, and sent when it takes mail again`, async (t) => {
    const { clock, outbox, server, mailerTo } = await setUp(t);
    server.refuse = true;
    const errors: unknown[] = [];
    const mailer = mailerTo(server.url, (error) => errors.push(error));
    assert.equal(mailer.kind, 'smtp');
    await mailer.post(mail);
    await eventually(() => errors.length > 0);
    assert.deepEqual(mailer.sending(), { sentAtMs: null, failedAtMs: clock.nowMs(), trouble: 'EENVELOPE' });
    assert.equal((await outbox.list()).length, 1);
    await mailer.stop();

    server.refuse = false;
    const next = mailerTo(server.url);
    t.after(() => next.stop());
    await eventually(async () => (await outbox.list()).length === 0);
    await eventually(() => next.sending().sentAtMs !== null);
    assert.deepEqual(next.sending(), { sentAtMs: clock.nowMs(), failedAtMs: null, trouble: null });
    assert.equal(server.messages.length, 1);
    const [message = ''] = server.messages;
    assert.match(message, /^MAIL FROM:<seoga@books\.example>/m);
    assert.match(message, /^RCPT TO:<dev@example\.com>/m);
    assert.match(message, /^Subject: =\?UTF-8\?/m);
    assert.match(message, /token=3Dabc|token=abc/);
  });

  test(`${adapter}: a mailer that stops ends the current message, and leaves the others to the next start`, async (t) => {
    const { outbox, server, mailerTo } = await setUp(t);
    for (const to of ['first@example.com', 'second@example.com']) await outbox.put({ ...mail, to });
    const received = new Promise<void>((resolve) => {
      server.onMessage = resolve;
    });
    const mailer = mailerTo(server.url);
    await received;
    await mailer.stop();
    const [left, ...others] = await outbox.list();
    assert.deepEqual([left?.to, others.length, server.messages.length], ['second@example.com', 0, 1]);
  });
});

/** As much of SMTP as a client needs to hand over messages. */
async function mailServer(t: TestContext) {
  const state = { refuse: false, messages: [] as string[], url: '', onMessage() {} };
  const server = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let message = '';
    let inData = false;
    let rest = '';
    say('220 test');
    socket.on('error', () => {});
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (inData && line !== '.') {
          message += `${line}\n`;
        } else if (inData) {
          inData = false;
          state.messages.push(message);
          state.onMessage();
          say('250 taken');
        } else if (/^EHLO|^HELO/.test(line)) say('250 test');
        else if (line.startsWith('RCPT') && state.refuse) say('450 later');
        else if (line === 'DATA') {
          inData = true;
          say('354 go on');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else {
          message += `${line}\n`;
          say('250 ok');
        }
      }
    });
  });
  t.after(() => void server.close());
  state.url = `smtp://127.0.0.1:${await listenOn(server)}`;
  return state;
}
