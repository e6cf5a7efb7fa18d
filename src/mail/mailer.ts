import { createTransport } from 'nodemailer';
import { createDelayedWork } from '../base/delayed-work.ts';
import type { Clock } from '../clock.ts';
import type { Mail, Outbox } from './outbox.ts';

/** Delay before a retry while the mail server fails. New mail is tried at once. */
const RETRY_MS = 60_000;
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 15_000 };
/** Longer than sending takes, so that no other process sends the message meanwhile. */
const CLAIM_MS = 120_000;

interface MailerOptions {
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** smtp:// or smtps:// with user and password; null = messages stay in the outbox. */
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Called for every failed attempt; the message stays in the outbox. */
  readonly onSendError: (error: unknown) => void;
}

export type Mailer = ReturnType<typeof createMailer>;

/** Sends the messages of the outbox one after the other, if there is a mail server. Never call this inside a transaction. */
export function createMailer({ outbox, clock, smtpUrl, from, onSendError }: MailerOptions) {
  const transport = smtpUrl === null ? null : createTransport({ url: smtpUrl, ...TIMEOUTS });
  let sentAtMs: number | null = null;
  let failedAtMs: number | null = null;
  let trouble: string | null = null;
  let isAsked = false;
  let isStopped = false;

  async function sendAll(): Promise<void> {
    isAsked = false;
    for (const { mailId, to, subject, text } of await outbox.list()) {
      if (isStopped || transport === null) return;
      if (!(await outbox.claim(mailId, CLAIM_MS))) continue;
      try {
        // Not a string, to which text that a person typed could add recipients.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (error) {
        await outbox.release(mailId);
        throw error;
      }
      await outbox.remove(mailId);
      sentAtMs = clock.nowMs();
    }
    trouble = null;
  }

  const sender = createDelayedWork(RETRY_MS, sendAll, (error) => {
    trouble = error instanceof Error && 'code' in error ? String(error.code) : 'the mail server refuses';
    failedAtMs = clock.nowMs();
    onSendError(error);
  });

  function wake(): void {
    if (transport === null || isAsked || isStopped) return;
    isAsked = true;
    void sender.runOrReport();
  }

  wake();
  return {
    kind: transport === null ? ('outbox' as const) : ('smtp' as const),
    async post(mail: Mail): Promise<void> {
      await outbox.put(mail);
      wake();
    },
    forget: outbox.removeTo,
    sending: () => ({ sentAtMs, failedAtMs, trouble }),
    /** Stops after the current message. The next start sends the others. */
    async stop(): Promise<void> {
      isStopped = true;
      await sender.idle();
      sender.cancel();
      transport?.close();
    },
  };
}
