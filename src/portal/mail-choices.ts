import { auditName } from '../accounts/audit-log.ts';
import { CHANGING, type PortalRoute, READING, route } from './route.ts';

/** Which mails an account wants: about its daily quota and, for operators, about requests and failures (docs/rules/accounts.md#mail). */
export const mailChoiceRoutes: readonly PortalRoute[] = [
  route('GET /quota-mails', 'account', READING, async ({ account }, { quotaMails }) => ({
    wanted: await quotaMails.areWanted(account.accountId),
  })),
  route('POST /quota-mails', 'account', CHANGING, async ({ account, input }, { quotaMails }) => {
    await quotaMails.setWanted(account.accountId, input.wanted);
    return input;
  }),
  route('GET /operator-mails', 'account', READING, async ({ account }, { operatorMails }) => ({
    wanted: await operatorMails.areWanted(account.accountId),
  })),
  route('POST /operator-mails', 'account', CHANGING, async ({ account, input }, services) => {
    const { accountId } = account;
    await services.operatorMails.setWanted(accountId, input.wanted);
    await services.auditTrail.record(accountId, 'account.mails', auditName(accountId), input);
    return input;
  }),
];
