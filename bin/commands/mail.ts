import { parseArgs } from 'node:util';
import { formatKstInstant } from '../../src/clock.ts';
import type { KeptMail } from '../../src/mail/mail.ts';
import type { Outbox } from '../../src/mail/outbox.ts';
import { withStore } from '../store/open-store.ts';
import { type Command, UsageError } from './command.ts';

const LIMIT = '10';

export const mailCommand: Command = {
  name: 'mail',
  summary: 'show mail that is not sent: all of it without SEOGA_SMTP_URL',
  usage: `mail [--to E] [--limit N]
  --to E      only mail to this address
  --limit N   only the newest N (default ${LIMIT})
  Oldest first. Kept for three days in the data folder. Links in it are secret: whoever has one can use it.`,
  async run(args, config) {
    const { values } = parseArgs({
      args: [...args],
      options: { to: { type: 'string' }, limit: { type: 'string', default: LIMIT } },
    });
    if (!/^[1-9]\d{0,5}$/.test(values.limit)) {
      throw new UsageError(`--limit is "${values.limit}": it takes a whole number from 1 on`);
    }
    const to = values.to?.trim().toLowerCase();
    const mails = await withStore(config, (store) => readMails(store.outbox(), to));
    if (mails.length === 0) console.error('No mail is waiting.');
    for (const { to, subject, text, createdAtMs } of mails.slice(-Number(values.limit))) {
      console.log(`Date: ${formatKstInstant(createdAtMs)}\nTo: ${to}\nSubject: ${subject}\n\n${text}`);
    }
    return 0;
  },
};

async function readMails(outbox: Outbox, to: string | undefined): Promise<KeptMail[]> {
  const mails: KeptMail[] = [];
  for (const name of await outbox.names()) {
    const mail = await outbox.read(name);
    if (mail !== null && (to === undefined || mail.to === to)) mails.push(mail);
  }
  return mails;
}
