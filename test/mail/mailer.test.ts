import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createMailer } from '../../src/mail/mailer.ts';
import { createOutbox, OUTBOX_FOLDER } from '../../src/mail/outbox.ts';
import { addressesIn, mailerContract } from '../contracts/mail/mailer-contract.ts';
import { outboxContract } from '../contracts/mail/outbox-contract.ts';
import { eventually } from '../support/eventually.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { listenOn } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const mail = {
  to: 'dev@example.com',
  subject: '[서가] 확인',
  text: 'Link: https://books.example/?token=abc\n',
};

const unexpected = (error: unknown) => assert.fail(String(error));

function setUp(t: TestContext) {
  const dataDir = tempDir(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  return { dataDir, clock, outbox: createOutbox(dataDir, clock) };
}

outboxContract('data folder', (t) => {
  const { dataDir, clock, outbox } = setUp(t);
  return { outbox, other: createOutbox(dataDir, clock), clock };
});

mailerContract('files', (t) => {
  const { dataDir, clock, outbox } = setUp(t);
  const open = () => {
    const ours = createOutbox(dataDir, clock);
    return createMailer({ outbox: ours, clock, smtpUrl: null, from: 'a@b.example', onSendError: unexpected });
  };
  return { mailer: open(), another: open, kept: () => addressesIn(outbox) };
});

test('without a mail server messages are kept for the owner of the folder only', async (t) => {
  const { dataDir, clock, outbox } = setUp(t);
  const mailer = createMailer({ outbox, clock, smtpUrl: null, from: 'a@b.example', onSendError: unexpected });
  assert.equal(mailer.kind, 'outbox');
  await mailer.post(mail);
  const folder = join(dataDir, OUTBOX_FOLDER);
  const modes = readdirSync(folder).map((file) => statSync(join(folder, file)).mode & 0o777);
  assert.deepEqual(modes, [0o600]);
  await mailer.stop();
});

test('with a mail server messages are sent and then gone', async (t) => {
  const { outbox, clock } = setUp(t);
  const server = await mailServer(t);
  const mailer = createMailer({
    outbox,
    clock,
    smtpUrl: server.url,
    from: 'seoga@books.example',
    onSendError: unexpected,
  });
  t.after(() => mailer.stop());
  assert.equal(mailer.kind, 'smtp');
  await mailer.post(mail);
  await eventually(async () => (await outbox.names()).length === 0);
  const [message = ''] = server.messages;
  assert.match(message, /^MAIL FROM:<seoga@books\.example>/m);
  assert.match(message, /^RCPT TO:<dev@example\.com>/m);
  assert.match(message, /^Subject: =\?UTF-8\?/m);
  assert.match(message, /token=3Dabc|token=abc/);
});

test('what a mail server refuses is kept, told, and sent when it takes mail again', async (t) => {
  const { outbox, clock } = setUp(t);
  const server = await mailServer(t);
  server.refuse = true;
  const errors: unknown[] = [];
  const options = {
    outbox,
    clock,
    smtpUrl: server.url,
    from: 'a@b.example',
    onSendError: (e: unknown) => errors.push(e),
  };
  const mailer = createMailer(options);
  await mailer.post(mail);
  await eventually(() => errors.length > 0);
  assert.deepEqual(mailer.sending(), { sentAtMs: null, failedAtMs: clock.nowMs(), trouble: 'EENVELOPE' });
  assert.equal((await outbox.names()).length, 1);
  await mailer.stop();

  server.refuse = false;
  const next = createMailer(options);
  t.after(() => next.stop());
  await eventually(async () => (await outbox.names()).length === 0);
  await eventually(() => next.sending().sentAtMs !== null);
  assert.deepEqual(next.sending(), { sentAtMs: clock.nowMs(), failedAtMs: null, trouble: null });
  assert.equal(server.messages.length, 1);
});

/** As much of SMTP as a client needs to hand over messages. */
async function mailServer(t: TestContext) {
  const state = { refuse: false, messages: [] as string[], url: '' };
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
