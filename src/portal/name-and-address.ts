import { message } from '../messages/messages.ts';
import { readBody, readEmail, readLanguage, type SentBody } from './body.ts';
import type { AccountView, PendingAddressView } from './contract.ts';
import { invalid, PortalError } from './failures.ts';
import { MAILING, takeSignUpMail } from './mail-limits.ts';
import {
  addressAskedMail,
  addressChangedMail,
  addressKnownMail,
  newAddressMail,
} from './mail-texts-address.ts';
import { proveOwner, readOwnPassword } from './prove-owner.ts';
import { CHANGING, type PortalRoute, type SignedInRequest } from './route.ts';
import type { PortalServices } from './services.ts';
import { accountView } from './session.ts';
import { TOKENS } from './sign-up.ts';

const PATH = '/account/address';

/** How owners change the name and the address of their account (docs/rules/accounts.md#name-and-address). */
export const nameAndAddressRoutes: readonly PortalRoute[] = [
  { method: 'POST', path: '/account/name', needs: 'account', limit: CHANGING, answer: rename },
  { method: 'POST', path: PATH, needs: 'account', limit: MAILING, answer: askForAddress },
  { method: 'POST', path: `${PATH}/look`, needs: 'account', limit: TOKENS, answer: showAddress },
  { method: 'POST', path: `${PATH}/confirm`, needs: 'account', limit: TOKENS, answer: confirmAddress },
];

async function rename(
  { account, body }: SignedInRequest<'/account/name'>,
  services: PortalServices,
): Promise<AccountView> {
  const name = readBody(body, ['name']).text('name', 1, 100);
  await services.identity.rename(account.accountId, name);
  return viewNow(account.accountId, services);
}

/** The answer never reveals whether the new address belongs to somebody else's account; only the mail to it does. */
async function askForAddress(
  request: SignedInRequest<'/account/address'>,
  services: PortalServices,
): Promise<object> {
  const body = readBody(request.body, ['email', 'language', 'password']);
  const email = readEmail(body);
  const language = readLanguage(body);
  const password = readOwnPassword(body);
  const { accountId, email: address } = request.account;
  if (email === address) {
    throw invalid('email', message('input.sameAddress'));
  }
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
}

async function showAddress(
  { account, body }: SignedInRequest<'/account/address/look'>,
  { identity }: PortalServices,
): Promise<PendingAddressView> {
  const email = await identity.findAddressChange(account.accountId, readToken(body));
  if (email === null) throw new PortalError('TOKEN_INVALID');
  return { email };
}

async function confirmAddress(
  request: SignedInRequest<'/account/address/confirm'>,
  services: PortalServices,
): Promise<AccountView> {
  const { accountId, email: before } = request.account;
  const email = await services.identity.completeAddressChange(accountId, readToken(request.body));
  if (email === null) throw new PortalError('TOKEN_INVALID');
  // The browser is known under the new address from now on, however many others guess its password.
  services.cookies.setDevice(request.reply, email);
  services.background.start(() => services.mailer.post(addressChangedMail(before, services)));
  return viewNow(accountId, services);
}

function readToken(body: SentBody<'token'>): string {
  return readBody(body, ['token']).secret('token', 1, 200);
}

async function viewNow(accountId: number, { accounts }: PortalServices): Promise<AccountView> {
  const account = await accounts.findAccount(accountId);
  if (account === null) throw new PortalError('SIGN_IN_FIRST');
  return accountView(account);
}
