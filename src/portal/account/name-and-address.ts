import { message } from '../../messages/messages.ts';
import {
  addressAskedMail,
  addressChangedMail,
  addressKnownMail,
  newAddressMail,
} from '../../site/account/mail-texts.ts';
import type { AccountView } from '../contract/own-account.ts';
import { invalid, required } from '../failures.ts';
import { CHANGING, type PortalRoute, route } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { MAILING, takeSignUpMail } from './mail-limits.ts';
import { proveOwner } from './prove-owner.ts';
import { accountView } from './session.ts';
import { TOKENS } from './sign-up.ts';

/** How owners change the name and the address of their account (docs/rules/accounts.md#name-and-address). */
export const nameAndAddressRoutes: readonly PortalRoute[] = [
  route('POST /account/name', 'account', CHANGING, async ({ account, input }, services) => {
    await services.identity.rename(account.accountId, input.name);
    return viewNow(account.accountId, services);
  }),
  // The answer never reveals whether the new address belongs to somebody else's account; only the mail to it does.
  route('POST /account/address', 'account', MAILING, async (request, services) => {
    const { email, language, password } = request.input;
    const { accountId, email: address } = request.account;
    if (email === address) throw invalid('email', message('input.sameAddress'));
    await proveOwner(password, request, services);
    if (!(await takeSignUpMail(email, request, services))) return {};
    const { identity, mailer, background } = services;
    background.start(async () => {
      const token = await identity.startAddressChange(accountId, email);
      await mailer.post(
        token === null
          ? addressKnownMail(email, language, services)
          : newAddressMail(email, token, language, services),
      );
      await mailer.post(addressAskedMail(address, services));
    });
    return {};
  }),
  route('POST /account/address/look', 'account', TOKENS, async ({ account, input }, { identity }) => {
    const email = await identity.findAddressChange(account.accountId, input.token);
    return { email: required(email, 'TOKEN_INVALID') };
  }),
  route('POST /account/address/confirm', 'account', TOKENS, async (request, services) => {
    const { accountId, email: before } = request.account;
    const completed = await services.identity.completeAddressChange(accountId, request.input.token);
    const email = required(completed, 'TOKEN_INVALID');
    // The browser is known under the new address from now on, however many others guess its password.
    services.cookies.setDevice(request.reply, email);
    services.background.start(() => services.mailer.post(addressChangedMail(before, services)));
    return viewNow(accountId, services);
  }),
];

async function viewNow(accountId: number, { accounts }: PortalServices): Promise<AccountView> {
  return accountView(required(await accounts.findAccount(accountId), 'SIGN_IN_FIRST'));
}
