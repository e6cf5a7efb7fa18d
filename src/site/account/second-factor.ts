import { encode } from 'uqr';
import { totpAddress } from '../../accounts/second-factor.ts';
import { type Html, html } from '../../http/html.ts';
import { typed } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { done, form } from '../kit/screen.ts';
import { copyBlock, details } from '../kit/ui.ts';
import { type Page, required, type SignedInVisit } from '../kit/visit.ts';
import { CODE, OWN_PASSWORD, proveOwner, remember, tryCode } from './enter.ts';

const BEGIN = { password: OWN_PASSWORD.called('account.secondFactor.password') };
const CONFIRM = { code: CODE.called('account.code.label'), secret: typed(1, 100) };
const WITH_CODE = { code: CODE };
const SECRET = /^[A-Z2-7]{16,64}$/;

export const secondFactorForms = {
  // A stolen session mustn't lock the owner out.
  'begin-codes': form('account', BEGIN, async (visit, { password }) => {
    await proveOwner(password, visit);
    const secret = required(await visit.services.secondFactor.begin(visit.account.accountId), 'STALE');
    return setUpPage(visit, secret);
  }),
  'confirm-codes': form('account', CONFIRM, async (visit, { code: typedIn }) => {
    const code = typedIn.replaceAll(/\s/g, '');
    const { accountId, email } = visit.account;
    const confirm = () => visit.services.secondFactor.confirm(accountId, code);
    const codes = await tryCode(accountId, code, visit, confirm);
    await remember(email, visit);
    return codesPage(visit, codes);
  }),
  'renew-codes': form('account', WITH_CODE, async (visit, { code }) => {
    await verify(visit, code);
    return codesPage(visit, await visit.services.secondFactor.renewRecoveryCodes(visit.account.accountId));
  }),
  'end-codes': form('account', WITH_CODE, async (visit, { code }) => {
    await verify(visit, code);
    await visit.services.secondFactor.end(visit.account.accountId);
    await remember(visit.account.email, visit);
    return done('account.secondFactor.ended');
  }),
};

async function verify(visit: SignedInVisit, code: string): Promise<void> {
  const { accountId } = visit.account;
  await tryCode(accountId, code, visit, () => visit.services.secondFactor.verify(accountId, code));
}

export async function secondFactorSection(visit: SignedInVisit): Promise<Html> {
  const t = visit.words('account');
  const { accountId, hasPassword } = visit.account;
  const { isOn, recoveryCodesLeft } = await visit.services.secondFactor.find(accountId);
  if (!isOn) {
    const button = t('secondFactor.begin');
    const begin = formOf(visit, 'begin-codes', { fields: hasPassword ? BEGIN : {}, kind: 'plain', button });
    return html`<p>${t('secondFactor.body')}</p>${begin}`;
  }
  const withCode = (name: 'renew-codes' | 'end-codes', summary: string, button: string) =>
    details(
      summary,
      formOf(visit, name, {
        fields: WITH_CODE,
        kind: name === 'end-codes' ? 'danger' : 'plain',
        button,
      }),
      visit.problem?.form === name,
    );
  return html`<p>${t('secondFactor.isOn', { count: recoveryCodesLeft })}</p>
${withCode('renew-codes', t('secondFactor.renew'), t('secondFactor.renewNow'))}
${withCode('end-codes', t('secondFactor.end'), t('secondFactor.endNow'))}`;
}

/** The set-up page after a wrong first code, otherwise null. The form sends the secret again. */
export function setUpAgain(visit: SignedInVisit): Page | null {
  const { problem } = visit;
  const secret = problem?.form === 'confirm-codes' ? problem.sent.secret : undefined;
  return typeof secret === 'string' && SECRET.test(secret) ? setUpPage(visit, secret) : null;
}

function setUpPage(visit: SignedInVisit, secret: string): Page {
  const t = visit.words('account');
  const address = totpAddress(secret, visit.services.operatorName, visit.account.email);
  const confirmForm = formOf(visit, 'confirm-codes', {
    fields: CONFIRM,
    hidden: { secret },
    action: '/portal/account',
    button: t('secondFactor.confirm'),
  });
  return {
    title: t('secondFactor.title'),
    lead: t('secondFactor.scan'),
    body: html`<div class="stack">${qrCode(address, t('secondFactor.qrLabel'))}
<p>${t('secondFactor.type')} <code>${secret}</code></p>
${confirmForm}</div>`,
  };
}

function codesPage(visit: SignedInVisit, codes: readonly string[]): Page {
  const t = visit.words('account');
  const text = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`;
  return {
    title: t('secondFactor.codesLabel'),
    lead: t('secondFactor.codes'),
    body: html`<div class="stack">${copyBlock(visit, t('secondFactor.codesLabel'), text, 'recovery-codes')}
<p class="row"><a class="button" download="recovery-codes.txt" href="${file}">${t('secondFactor.download')}</a><a class="button primary" href="/portal/account">${t('secondFactor.stored')}</a></p></div>`,
  };
}

/** A QR code needs a margin of four modules. */
const MARGIN = 4;

/** One SVG path, without inline styles, which the content security policy forbids. */
function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: 0 });
  const path = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')),
  );
  const side = size + 2 * MARGIN;
  return html`<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="${label}"><path d="${path.join('')}"/></svg>`;
}
