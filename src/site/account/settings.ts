import { type Account, REFUSED_CLASS, type UsageRow } from '../../accounts/account.ts';
import { USAGE_DAYS } from '../../accounts/call-log.ts';
import { rightsOf } from '../../accounts/roles.ts';
import { formatKstDay, formatKstInstant, kstDayOf } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import { email, flag, line } from '../kit/fields.ts';
import { type DrawField, formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { dayOf, details, type Fact, facts, notice, sideSection } from '../kit/ui.ts';
import { timesByDay } from '../kit/usage-figures.ts';
import { Failure, invalid, required, type SignedInVisit } from '../kit/visit.ts';
import { OWN_PASSWORD, proveOwner, remember } from './enter.ts';
import { mailLink, mailOwner } from './mails.ts';
import { secondFactorForms, secondFactorSection, setUpAgain } from './second-factor.ts';
import { connectionsSection, sessionsSection, signInForms } from './sign-ins.ts';
import { NAME, TOKEN } from './sign-up.ts';

const RENAME = { name: NAME };
const PASSWORD = OWN_PASSWORD.called('account.settings.yourPassword');
const ADDRESS = { email: email().called('account.settings.newAddress'), password: PASSWORD };
const QUOTA_MAILS = { quotaMails: flag().called('account.settings.quotaMails') };
const MAILS = { ...QUOTA_MAILS, operatorMails: flag().called('account.settings.operatorMails') };
const CLOSE = {
  confirmation: line(1, 254, { autocomplete: 'off', autocapitalize: 'none' }),
  password: PASSWORD,
};

export const settingsScreen = screen('/portal/account', {
  needs: 'account',
  show,
  forms: {
    name: form('account', RENAME, async (visit, { name }) => {
      await visit.services.identity.rename(visit.account.accountId, name);
      return done('account.settings.named');
    }),
    // The response never reveals whether another account has the new address; only a mail to the new address does.
    address: form(['account', 'mailing'], ADDRESS, async (visit, { email, password }) => {
      if (email === visit.account.email) throw invalid('email', 'input.sameAddress');
      await proveOwner(password, visit);
      const { services, account } = visit;
      if (await mailLink(visit, 'address', email, account.accountId))
        mailOwner(services, 'addressAsked', account.email);
      return done('account.settings.addressSent', { email });
    }),
    password: form(['account', 'mailing'], {}, async (visit) => {
      const { email } = visit.account;
      await mailLink(visit, 'reset', email);
      return done('account.settings.passwordSent', { email });
    }),
    mails: form('account', MAILS, async ({ services, account }, { quotaMails, operatorMails }) => {
      const { accountId } = account;
      const wanted = isOperator(account) ? { quotaMails, operatorMails } : { quotaMails };
      await services.accounts.updateAccount(accountId, wanted, accountId);
      return done('account.settings.mailsSaved');
    }),
    ...secondFactorForms,
    ...signInForms,
    close: form('account', CLOSE, async (visit, { confirmation, password }) => {
      const { services, account, reply } = visit;
      if (confirmation.toLowerCase() !== account.email)
        throw new Failure('CONFIRMATION_WRONG', { field: 'confirmation' });
      await proveOwner(password, visit);
      await services.accounts.closeAccount(account.accountId);
      await services.background.idle();
      await services.mailer.forget(account.email);
      services.cookies.clearSession(reply);
      return done('account.signIn.closed', {}, '/portal/sign-in');
    }),
  },
});

async function show(visit: SignedInVisit) {
  const again = setUpAgain(visit);
  if (again !== null) return again;
  const { account } = visit;
  const t = visit.words('account');
  const connections = await connectionsSection(visit);
  const sections = [
    sideSection(t('settings.about'), about(visit), 'about'),
    sideSection(t('email'), addressForm(visit), 'address'),
    sideSection(t('password'), passwordForm(visit), 'password'),
    sideSection(t('secondFactor.title'), await secondFactorSection(visit), 'codes'),
    connections !== null && sideSection(t('connections.title'), connections, 'connections'),
    sideSection(t('settings.sessionsTitle'), await sessionsSection(visit), 'sessions'),
    sideSection(t('settings.mailsTitle'), mailsForm(visit), 'mails'),
    sideSection(
      t('settings.dataTitle'),
      html`<p>${t('settings.dataBody')}</p><p><a class="button" href="/portal/account/data.json">${t('settings.dataLink')}</a></p>`,
    ),
    sideSection(t('settings.closeTitle'), closeForm(visit), 'close'),
  ];
  return {
    title: t('settings.title'),
    lead: account.email,
    width: 'wide' as const,
    body: html`${account.suspended && notice('bad', t('settings.suspended'))}${sections}`,
  };
}

function about(visit: SignedInVisit): Html {
  const t = visit.words('account');
  const { email, tier, createdAtMs, name } = visit.account;
  const known: readonly Fact[] = [
    [t('email'), html`<bdi>${email}</bdi>`],
    [t('settings.tier'), visit.words('console')(`tiers.${tier}`)],
    [t('settings.since'), dayOf(createdAtMs)],
  ];
  const button = t('settings.saveName');
  const rename = formOf(visit, 'name', { fields: RENAME, values: { name }, kind: 'plain', button });
  return html`${facts('rows', known)}
${rename}`;
}

function addressForm(visit: SignedInVisit): Html {
  const t = visit.words('account');
  const ask = formOf(visit, 'address', {
    fields: ADDRESS,
    kind: 'plain',
    button: t('settings.sendLink'),
    body: (field) => [field('email'), ownPassword(visit, field)],
  });
  return html`<p>${t('settings.addressBody')}</p>
${ask}`;
}

function ownPassword(visit: SignedInVisit, field: DrawField<{ password: typeof OWN_PASSWORD }>) {
  const t = visit.words('account');
  return visit.account.hasPassword
    ? field('password')
    : html`<p class="soft">${t('settings.noPassword')}</p>`;
}

function passwordForm(visit: SignedInVisit): Html {
  const t = visit.words('account');
  const email = html`<bdi>${visit.account.email}</bdi>`;
  const send = formOf(visit, 'password', { kind: 'plain', button: t('settings.passwordSend') });
  return html`<p>${t.html('settings.passwordBody', { email })}</p>${send}`;
}

function isOperator(account: Account): boolean {
  return rightsOf(account).length > 0;
}

function mailsForm(visit: SignedInVisit): Html {
  const { account } = visit;
  const t = visit.words('account');
  return formOf(visit, 'mails', {
    fields: isOperator(account) ? MAILS : QUOTA_MAILS,
    values: { ...account },
    kind: 'plain',
    button: t('settings.saveMails'),
  });
}

function closeForm(visit: SignedInVisit): Html {
  const t = visit.words('account');
  const effects = ['key', 'history', 'addOn', 'person'] as const;
  const send = formOf(visit, 'close', {
    fields: CLOSE,
    kind: 'danger',
    button: t('settings.closeNow'),
    body: (field) => [
      field('confirmation', { label: t.html('settings.closeConfirm', { email: visit.account.email }) }),
      ownPassword(visit, field),
    ],
  });
  return html`<p>${t('settings.closeBody')}</p>
<ul>${effects.map((effect) => html`<li>${t(`settings.closeEffects.${effect}`)}</li>`)}</ul>
${details(t('settings.close'), send, visit.problem?.form === 'close')}`;
}

const CONFIRM = { token: TOKEN };

/** The mail to a new address links to this page. Only the account that asked for the change can confirm it. */
export const confirmAddressScreen = screen('/portal/confirm-address', {
  needs: 'account',
  limit: 'tokens',
  query: { token: TOKEN.or('') },
  async show(visit, { token }) {
    const t = visit.words('account');
    const { accountId, email: before } = visit.account;
    const link = await visit.services.identity.findLink('address', token);
    const title = t('confirm.title');
    if (link?.accountId !== accountId) {
      const body = html`${notice('bad', t('confirm.invalid'))}<p class="row"><a class="button" href="/portal/account">${t('confirm.toAccount')}</a></p>`;
      return { title, body, status: 400 };
    }
    return {
      title,
      lead: t.html('confirm.body', { before, email: link.email }),
      body: formOf(visit, 'confirm', { fields: CONFIRM, hidden: { token }, button: t('confirm.submit') }),
    };
  },
  forms: {
    confirm: form(['account', 'tokens'], CONFIRM, async (visit, { token }) => {
      const { identity } = visit.services;
      const { accountId, email: before } = visit.account;
      const email = required(await identity.completeAddressChange(accountId, token), 'TOKEN_INVALID');
      // The browser is remembered under the new address, so that strangers' attempts don't lock it out.
      await remember(email, visit);
      mailOwner(visit.services, 'addressChanged', before);
      return done('account.confirm.done', {}, '/portal/account');
    }),
  },
});

/** A copy of everything that the service holds about an account, for its owner (docs/accounts.md#privacy). */
export const accountData = screen('/portal/account/data.json', {
  needs: 'account',
  limit: 'changing',
  async show(visit) {
    return {
      name: `account_${dayOf(visit.services.clock.nowMs())}.json`,
      type: 'application/json; charset=utf-8',
      body: `${readable(await dataOf(visit))}\n`,
    };
  },
});

/** Secrets are stored as hashes: of a key, only its first and last characters are known. */
async function dataOf({ account, services }: SignedInVisit): Promise<object> {
  const { accounts, identity, quotaRequests, callLog, secondFactor, clock } = services;
  const { accountId } = account;
  const fromDay = kstDayOf(clock.nowMs()) - USAGE_DAYS + 1;
  const { calls, times } = await callLog.listFigures(accountId, fromDay);
  const isRefused = ({ statusClass }: UsageRow) => statusClass === REFUSED_CLASS;
  return {
    account,
    secondFactor: (await secondFactor.find(accountId)).isOn,
    keys: await accounts.listKeys(accountId),
    quotaRequests: await quotaRequests.list(accountId),
    sessions: await identity.listSessions(accountId),
    connections: await identity.findConnections(accountId),
    usage: calls.filter((row) => !isRefused(row)),
    refusedCalls: calls.filter(isRefused).map(({ statusClass: _, ...row }) => row),
    answerTimes: timesByDay(times),
    addOnClicks: await accounts.listAddOnClicks(accountId, fromDay),
    recentCalls: await callLog.list(accountId),
  };
}

function readable(data: object): string {
  const write = (name: string, value: unknown) => {
    if (typeof value !== 'number') return value;
    if (name === 'day') return formatKstDay(value);
    return /[aA]tMs$/.test(name) ? formatKstInstant(value) : value;
  };
  // Matches only property names: a quote inside a text has a backslash before it.
  return JSON.stringify(data, write, 2).replaceAll(/([aA]t)Ms": /g, '$1": ');
}
