import type { QuotaMailPercent } from '../../accounts/quota-mails.ts';
import type { QuotaState } from '../../gate/gate.ts';
import type { QuotaObserver } from '../../http/api-gate.ts';
import { inEveryLanguage, message } from '../../messages/messages.ts';
import { untilChanged } from '../../until-changed.ts';
import { ownerMail } from '../account/mail-texts.ts';
import type { Services } from '../kit/services.ts';

type MailServices = Pick<
  Services,
  'accounts' | 'quotaMails' | 'mailer' | 'background' | 'baseUrl' | 'operatorName'
>;

/**
 * Sends the mails about the daily quota (docs/accounts.md#mail). Observes every call of an account that has used up
 * most of its day. The store decides which instance sends; what is remembered here only saves asking it at every call.
 */
export function quotaMailer(services: MailServices): QuotaObserver {
  const toldOn = untilChanged((_day: number) => new Map<number, QuotaMailPercent>());
  return (accountId, quota) => {
    const percent = quota.dailyUsed >= quota.limits.dailyQuota ? 100 : 80;
    const told = toldOn(quota.day);
    if ((told.get(accountId) ?? 0) >= percent) return;
    told.set(accountId, percent);
    services.background.start(async () => {
      try {
        await sendMail(accountId, percent, quota, services);
      } catch (error) {
        // A store that can't be reached: the next call tries again.
        told.delete(accountId);
        throw error;
      }
    });
  };
}

async function sendMail(
  accountId: number,
  percent: QuotaMailPercent,
  quota: QuotaState,
  { accounts, quotaMails, mailer, ...site }: MailServices,
): Promise<void> {
  if (!(await quotaMails.take(accountId, quota.day, percent))) return;
  const account = await accounts.findAccount(accountId);
  if (account === null) return;
  const limit = inEveryLanguage((language) => quota.limits.dailyQuota.toLocaleString(language));
  const after = percent === 100 ? message('mails.quotaFull') : '';
  await mailer.post(ownerMail('quotaUsed', account.email, site, { percent, limit, after }));
}
