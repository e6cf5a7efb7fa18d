import { html } from '../../http/html.ts';
import { required } from '../kit/failures.ts';
import { or } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { notice } from '../kit/ui.ts';
import { TOKENS } from './limits.ts';
import { addressChangedMail } from './mail-texts.ts';
import { TOKEN } from './sign-up.ts';

const CONFIRM = { token: TOKEN };

/** Behind the link mailed to a new address: the owner has to confirm, in the account that asked for it. */
export const confirmAddressScreen = screen('/portal/confirm-address', {
  needs: 'account',
  limit: TOKENS,
  query: { token: or(TOKEN, '') },
  async show(visit, { token }) {
    const t = visit.words('account');
    const { accountId, email: before } = visit.account;
    const found = await visit.services.identity.findAddressChange(accountId, token);
    const title = t('confirm.title');
    if (found === null) {
      const body = html`${notice('bad', t('confirm.invalid'))}<p class="row"><a class="button" href="/portal/account">${t('confirm.toAccount')}</a></p>`;
      return { title, body, status: 400 };
    }
    return {
      title,
      lead: t.html('confirm.body', { before, email: found }),
      body: formOf(visit, 'confirm', { fields: CONFIRM, hidden: { token }, button: t('confirm.submit') }),
    };
  },
  forms: {
    confirm: form('account', TOKENS, CONFIRM, async (visit, { token }) => {
      const { identity, cookies, background, mailer } = visit.services;
      const { accountId, email: before } = visit.account;
      const email = required(await identity.completeAddressChange(accountId, token), 'TOKEN_INVALID');
      // The browser is known under the new address from now on, however many others guess its password.
      cookies.setDevice(visit.reply, email);
      background.start(() => mailer.post(addressChangedMail(before, visit.services)));
      return done('account.confirm.done', {}, '/portal/account');
    }),
  },
});
