import { SESSION_MS, type Session } from '../../accounts/identity.ts';
import { html } from '../../http/html.ts';
import { Failure, required } from '../kit/failures.ts';
import { typed } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { ownAddress } from '../kit/preferences.ts';
import { type Done, form, goTo, type Outcome, screen } from '../kit/screen.ts';
import type { Page, Visit } from '../kit/visit.ts';
import { CODE, tryCode } from './codes.ts';
import { SIGNING_IN } from './limits.ts';
import { browserOf, originOf } from './origin.ts';

/** Puts a new session into the caller's cookie, replacing any other, remembers the browser, and goes on. */
export async function enter(session: Session, visit: Visit, next: string): Promise<Done> {
  const { cookies, accounts, identity, baseUrl } = visit.services;
  // The browser's previous session must not stay valid unnoticed.
  if (visit.sessionToken !== null) await identity.signOut(visit.sessionToken);
  const account = await accounts.findAccount(session.accountId);
  cookies.setSession(visit.reply, session.token, SESSION_MS / 1000);
  if (account !== null && cookies.device(visit.raw, account.email) === null)
    cookies.setDevice(visit.reply, account.email);
  return goTo(next === '' ? '/portal/key' : ownAddress(next, baseUrl));
}

/** How long entering the code of a second factor may take. */
const CODE_MS = 5 * 60_000;

/** Enters, or ends the session again and asks for a code if the account needs one first. */
export async function enterOrAskCode(session: Session, visit: Visit, next: string): Promise<Outcome> {
  const { identity, secondFactor, notes } = visit.services;
  const { accountId } = session;
  if (!(await secondFactor.find(accountId)).isOn) return enter(session, visit, next);
  await identity.signOut(session.token);
  return codePage(visit, notes.write('second-factor', browserOf(visit), { accountId, next }, CODE_MS));
}

const CODE_FIELDS = { code: CODE, codeState: typed(1, 2000) };

/** The second step of signing in, which the first one leads to. */
export const codeScreen = screen('/portal/sign-in/code', {
  needs: 'nobody',
  show: async (visit) =>
    codePage(visit, typeof visit.sent.codeState === 'string' ? visit.sent.codeState : ''),
  forms: {
    code: form('nobody', SIGNING_IN, CODE_FIELDS, async (visit, { code, codeState }) => {
      const { notes, secondFactor, identity } = visit.services;
      const known = required(notes.read('second-factor', browserOf(visit), codeState), 'START_AGAIN');
      const accountId = Number(known.accountId);
      await tryCode(accountId, code, visit, () => secondFactor.verify(accountId, code));
      return enter(await identity.startSession(accountId, originOf(visit)), visit, String(known.next));
    }),
  },
});

function codePage(visit: Visit, codeState: string): Page {
  if (codeState === '') throw new Failure('START_AGAIN');
  const t = visit.words('account');
  return {
    title: t('code.title'),
    lead: t('code.lead'),
    body: html`${formOf(visit, 'code', {
      fields: CODE_FIELDS,
      hidden: { codeState },
      action: '/portal/sign-in/code',
      button: t('code.submit'),
      body: (field) =>
        field('code', { label: t('code.label'), hint: t('code.hint'), attributes: { autofocus: true } }),
    })}`,
  };
}
