import { createTransport } from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Mail, Outbox } from './outbox.ts';

/** Waits between attempts while the mail server fails: doubled each time, up to the maximum. */
const RETRY_FIRST_MS = 5_000;
const RETRY_MAX_MS = 10 * 60_000;
/** How long a mail server may stay silent. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 15_000 };
/** Longer than one message can take, so that no other sender sends it as well. */
const CLAIM_MS = 120_000;

interface OutboxMailerOptions {
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** smtp:// or smtps:// with user and password; null = messages stay in the outbox. */
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Called once for every failed attempt; the message is kept. */
  readonly onSendError: (error: unknown) => void;
}

/** The outcome of the last attempts to send since the start; null if there was none. */
interface Sending {
  readonly sentAtMs: number | null;
  readonly failedAtMs: number | null;
  /** Why sending fails now, or null. */
  readonly trouble: string | null;
}

export type Mailer = ReturnType<typeof createMailer>;

/**
 * Keeps messages in an outbox and, if there is a mail server, sends them one after the other. Once `post` resolves, a message is
 * stored until it has been sent, so no failure of a mail server loses it. Never call this inside a transaction.
 */
export function createMailer(options: OutboxMailerOptions) {
  const { outbox, smtpUrl } = options;
  const sender = smtpUrl === null ? null : createSender(options, smtpUrl);
  sender?.wake();
  return {
    /** Where messages go: to a mail server, or only into the outbox. */
    kind: sender === null ? ('outbox' as const) : ('smtp' as const),
    async post(mail: Mail): Promise<void> {
      await outbox.put(mail);
      sender?.wake();
    },
    /** Deletes every kept message to an address. */
    forget: outbox.removeTo,
    /** How sending goes. */
    sending: (): Sending => sender?.sending() ?? NEVER,
    /** Ends after the current message; the rest is sent after the next start. */
    stop: async () => sender?.stop(),
  };
}

const NEVER: Sending = { sentAtMs: null, failedAtMs: null, trouble: null };

function createSender({ outbox, clock, from, onSendError }: OutboxMailerOptions, url: string) {
  const transport = createTransport({ url, ...TIMEOUTS });
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let sending = NEVER;
  let retryMs = RETRY_FIRST_MS;
  let timer: NodeJS.Timeout | undefined;

  async function sendAll(): Promise<void> {
    for (const { mailId, to, subject, text } of await outbox.list()) {
      if (stopped) return;
      if (!(await outbox.claim(mailId, CLAIM_MS))) continue;
      try {
        // An address object, not a text, so nothing that a person typed can add recipients.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (error) {
        await outbox.release(mailId);
        throw error;
      }
      await outbox.remove(mailId);
      sending = { ...sending, sentAtMs: clock.nowMs() };
    }
  }

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await sendAll();
        sending = { ...sending, trouble: null };
        retryMs = RETRY_FIRST_MS;
      } catch (error) {
        const trouble =
          error instanceof Error && 'code' in error ? String(error.code) : 'the mail server refuses';
        sending = { ...sending, failedAtMs: clock.nowMs(), trouble };
        onSendError(error);
        if (!stopped) timer = setTimeout(wake, retryMs).unref();
        retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
        return;
      }
    } while (again && !stopped);
  }

  function wake(): void {
    if (stopped) return;
    clearTimeout(timer);
    if (running !== null) {
      again = true;
      return;
    }
    running = run().finally(() => {
      running = null;
    });
  }

  return {
    wake,
    sending: () => sending,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      transport.close();
    },
  };
}
