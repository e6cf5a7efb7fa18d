import { formatKstInstant } from '../../src/clock.ts';
import { readMails } from '../../src/mail/outbox.ts';
import { withStore } from '../store/open-store.ts';
import { command, UsageError } from './command.ts';

const LIMIT = '10';

export const mailCommand = command({
  name: 'mail',
  summary: 'show unsent emails (without SEOGA_SMTP_URL: all of them)',
  usage: `mail [--to E] [--limit N]
  --to E      only emails to this address
  --limit N   only the newest N (default ${LIMIT})
Oldest first. Emails stay in the data folder for three days. Keep their links secret: anyone can use them.`,
  ko: {
    summary: '보내지 않은 메일을 보여 줍니다(SEOGA_SMTP_URL이 없으면 모두)',
    usage: `mail [--to E] [--limit N]
  --to E      이 주소로 가는 메일만
  --limit N   최근 N건만(기본 ${LIMIT})
오래된 것부터 표시합니다. 메일은 데이터 폴더에 3일 동안 있습니다. 메일의 링크는 가진 사람이 쓸 수 있으니 공개하지 마세요.`,
  },
  options: { to: { type: 'string' }, limit: { type: 'string', default: LIMIT } },
  async run({ values, config }) {
    if (!/^[1-9]\d{0,5}$/.test(values.limit)) {
      throw new UsageError(`--limit must be a positive whole number, not "${values.limit}"`);
    }
    const to = values.to?.trim().toLowerCase();
    const mails = (await withStore(config, (store) => readMails(store.outbox()))).filter(
      (mail) => to === undefined || mail.to === to,
    );
    if (mails.length === 0) console.error('No emails are waiting.');
    for (const { to, subject, text, createdAtMs } of mails.slice(-Number(values.limit))) {
      console.log(`Date: ${formatKstInstant(createdAtMs)}\nTo: ${to}\nSubject: ${subject}\n\n${text}`);
    }
  },
});
