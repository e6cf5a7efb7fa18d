import { formatKstInstant } from '../../src/clock.ts';
import { withStore } from '../store/open-store.ts';
import { command, numberOption } from './command.ts';

const LIMIT = '10';
const LIMIT_MAX = 999_999;

export const mailCommand = command({
  name: 'mail',
  values: { limit: LIMIT },
  needs: 'healthy store',
  options: { to: { type: 'string' }, limit: { type: 'string', default: LIMIT } },
  async run({ values, config }) {
    const limit = numberOption('--limit', 1, LIMIT_MAX, values.limit);
    const to = values.to?.trim().toLowerCase();
    const mails = (await withStore(config, (store) => store.outbox.list())).filter(
      (mail) => to === undefined || mail.to === to,
    );
    if (mails.length === 0) console.error('No emails are waiting.');
    for (const { to, subject, text, createdAtMs } of mails.slice(-limit)) {
      console.log(`Date: ${formatKstInstant(createdAtMs)}\nTo: ${to}\nSubject: ${subject}\n\n${text}`);
    }
  },
});
