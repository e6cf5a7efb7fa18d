import type { KeyInfo, ServiceInformation } from '../../accounts/account.ts';
import { USAGE_DAYS } from '../../accounts/call-log.ts';
import { exampleCategory } from '../../catalog/category.ts';
import { formatKstDay, kstDayOf } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import { type MessageId, messageIn } from '../../messages/messages.ts';
import { startPageOf } from '../account/enter.ts';
import { steps } from '../account/sign-up.ts';
import { curlCommand, firstCall } from '../kit/calls.ts';
import { flag, line, paragraph, webAddress } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { done, form, goTo, screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { copyBlock, details, type Fact, facts, moment, momentOf, notice, section, table } from '../kit/ui.ts';
import { confirm, invalid, refusal, required, type SignedInVisit, type Visit } from '../kit/visit.ts';

const SERVICE = {
  serviceName: line(1, 100).called('key.form.serviceName', 'key.form.serviceNameHint'),
  serviceUrl: webAddress(300).called('key.form.serviceUrl', 'key.form.serviceUrlHint'),
  purpose: paragraph(1, 1000).called('key.form.purpose', 'key.form.purposeHint'),
  commercial: flag().called('key.form.commercial', 'key.form.commercialHint'),
  acceptsRules: flag().called('key.form.accept'),
};

export const keyScreen = screen('/portal/key', {
  needs: 'account',
  show: (visit) => show(visit, null),
  forms: {
    issue: form('account', SERVICE, async (visit, { acceptsRules, ...service }) => {
      if (!acceptsRules) throw invalid('acceptsRules', 'input.usageRules');
      refuseSuspended(visit);
      const key = await visit.services.accounts.issueKey(visit.account.accountId, service);
      return show(visit, required(key, 'KEY_EXISTS'));
    }),
    revoke: form('account', {}, async (visit) => {
      await revokeLiveKey(visit, visit.account.accountId, 'key.revoke.why');
      return done('key.revoke.done');
    }),
    enrol: form('account', { enrolled: flag() }, async ({ services, account }, { enrolled }) => {
      if (enrolled !== account.addOnEnrolled)
        await services.accounts.updateAccount(account.accountId, { addOnEnrolled: enrolled });
      return done(enrolled ? 'key.addOn.enrolled' : 'key.addOn.left');
    }),
  },
});

export const portalScreen = screen('/portal', {
  needs: 'nobody',
  show: async ({ account }) => goTo(startPageOf(account)),
});

/** Throws FORBIDDEN for a suspended account. */
export function refuseSuspended({ account }: SignedInVisit): void {
  if (account.suspended) throw refusal('FORBIDDEN', 'input.suspended');
}

/** `fresh` is a key that was just issued, or null. No other page shows the whole key. */
async function show(visit: SignedInVisit, fresh: string | null) {
  const t = visit.words('key');
  const { live, history, service } = await readKeys(visit.account.accountId, visit.services);
  const isFirst = history.length <= 1;
  return {
    title: t('title'),
    lead: t.html('lead'),
    body: html`${isFirst && steps(visit, live === null ? 'key' : 'call')}
${live === null ? issueForm(visit, service) : await liveKey(visit, live, fresh)}
${fresh === null && history.length > 0 && section(t('history.title'), keyTable(visit, history), { id: 'history' })}
${live !== null && fresh === null && (await addOn(visit))}`,
  };
}

function issueForm(visit: SignedInVisit, service: ServiceInformation | null): Html {
  const t = visit.words('key');
  const rules = ['server', 'share', 'link', 'cache'] as const;
  const body = formOf(visit, 'issue', {
    fields: SERVICE,
    values: { ...service },
    button: t('form.submit'),
    body: (field) => [
      field('serviceName'),
      field('serviceUrl'),
      field('purpose'),
      field('commercial'),
      html`<div class="notice"><p><strong>${t('form.rules')}</strong></p><ul>${rules.map((rule) => html`<li>${t(`form.rule.${rule}`)}</li>`)}</ul></div>`,
      field('acceptsRules', { attributes: { required: true } }),
    ],
  });
  return section(t('form.title'), body, { lead: t('form.lead'), part: 'issue' });
}

async function liveKey(visit: SignedInVisit, live: LiveKey, fresh: string | null): Promise<Html> {
  const { services, problem } = visit;
  const t = visit.words('key');
  const category = exampleCategory(await services.catalog.listCategories());
  const curl = curlCommand(`${services.baseUrl}${firstCall(category)}`);
  const arrival = await arrivalOf(visit, live);
  if (fresh !== null) {
    const body = html`<div class="stack"><p>${t('fresh.once')}</p>${copyBlock(visit, visit.words('frame')('key'), fresh, 'fresh-key')}
<p>${t.html('fresh.try')}</p>${copyBlock(visit, 'curl', `export SEOGA_API_KEY='${fresh}'\n${curl}`)}${arrival}</div>`;
    return section(t('fresh.title'), body);
  }
  const { service } = live;
  const about: Fact[] = [
    [t('live.masked'), maskedKey(visit, live)],
    [t('live.issued'), momentOf(live.issuedAtMs)],
    [t('live.lastUsed'), live.lastUsed ?? t('live.never')],
    service !== null && [t('live.service'), service.serviceName],
  ];
  const revoke = formOf(visit, 'revoke', { kind: 'danger', button: t('revoke.open') });
  // The form `issue` isn't shown any more, so its failure is shown here.
  const exists =
    problem?.form === 'issue' && notice('bad', messageIn(visit.language, `portal.${problem.failure.code}`));
  const body = html`<div class="stack">${exists}${facts('rows', about)}<p class="soft">${t('live.lost')}</p>${revoke}</div>`;
  const first = html`<div class="stack">${copyBlock(visit, 'curl', curl)}${arrival}<p>${t('live.toolLead')} <a href="/portal/test">${t('live.tool')}</a></p></div>`;
  return html`${section(t('live.title'), body, { part: 'live-key' })}
${section(t('live.firstCall'), first, { lead: t.html('live.firstCallLead') })}`;
}

/** Shows whether a call with the key has succeeded; calls of the test tool don't count. The page polls for the result. */
async function arrivalOf({ services, account, ...visit }: SignedInVisit, { issuedAtMs }: KeyInfo) {
  const calls = await services.callLog.list(account.accountId);
  const hasArrived = calls.some(
    (call) => call.status < 300 && call.isTestRun !== true && call.atMs >= issuedAtMs,
  );
  const t = visit.words('key');
  return hasArrived
    ? html`<p id="arrival" class="good" role="status" data-part="arrived">✓ ${t('first.arrived')}</p>`
    : html`<p id="arrival" class="soft" role="status" data-part="waiting" data-live="2">${t('first.waiting')}</p>`;
}

/** Add-on enrolment, and clicks on add-on links (docs/api.md#add-on-links). Collapsed for people who aren't enrolled. */
async function addOn(visit: SignedInVisit): Promise<Html> {
  const { services, account } = visit;
  const { addOnEnrolled: isEnrolled, userKey, accountId } = account;
  const t = visit.words('key');
  const toggle = formOf(visit, 'enrol', {
    fields: { enrolled: flag() },
    hidden: { enrolled: isEnrolled ? '' : 'yes' },
    kind: 'plain',
    button: t(isEnrolled ? 'addOn.leave' : 'addOn.enrol'),
  });
  const lead = html`<p>${t('addOn.lead')}</p><p>${t(isEnrolled ? 'addOn.on' : 'addOn.off')}</p>`;
  if (!isEnrolled) {
    const body = html`<div class="stack" data-part="add-on">${lead}${toggle}</div>`;
    return details(t('addOn.title'), body, visit.problem?.form === 'enrol');
  }
  const fromDay = kstDayOf(services.clock.nowMs()) - USAGE_DAYS + 1;
  const clicks = await services.accounts.listAddOnClicks(accountId, fromDay);
  const days = table(t, {
    caption: t('addOn.clicks'),
    none: t('addOn.noClicks'),
    columns: ['addOn.day:line', 'addOn.count:number'],
    rows: clicks.toReversed().map(({ day, clicks: count }) => [formatKstDay(day), visit.number(count)]),
  });
  const link = `${services.baseUrl}/a/${userKey}/goods/{itemId}`;
  const about = facts('rows', [[t('addOn.userKey'), html`<span class="mono">${userKey}</span>`]]);
  const body = html`<div class="stack">${lead}${about}<p class="soft">${t('addOn.userKeyHint')}</p><p>${t('addOn.shape')}</p>${copyBlock(visit, 'URL', link)}<h3>${t('addOn.clicks')}</h3>${days}${toggle}</div>`;
  return section(t('addOn.title'), body, { part: 'add-on' });
}

/** All keys of an account, the live key with its last use, and the latest description of the owner's service. */
export async function readKeys(accountId: number, { accounts, callLog }: Services) {
  const history = await accounts.listKeys(accountId);
  const key = history.find(({ revokedAtMs }) => revokedAtMs === null);
  const { day = 0 } = (await accounts.findLastDay(accountId)) ?? {};
  const [call] = await callLog.list(accountId);
  const lastUsed = ({ issuedAtMs }: KeyInfo) => {
    if (call !== undefined && call.atMs >= issuedAtMs) return momentOf(call.atMs);
    // Calls are counted by day, so a call on the day of issue may have used the previous key.
    return day > kstDayOf(issuedAtMs) ? formatKstDay(day) : null;
  };
  const live = key === undefined ? null : { ...key, lastUsed: lastUsed(key) };
  const service = history.find((one) => one.service !== null)?.service ?? null;
  return { live, history, service };
}

type LiveKey = NonNullable<Awaited<ReturnType<typeof readKeys>>['live']>;

/** A key as pages show it: seoga_live_5OMU…sQ5F. */
export function maskedKey({ services }: Visit, { first4, last4 }: Pick<KeyInfo, 'first4' | 'last4'>): Html {
  return html`<span class="mono">${services.keyPrefix}${first4}…${last4}</span>`;
}

export function keyTable(visit: Visit, history: readonly KeyInfo[]): Html {
  const t = visit.words('key');
  return table(t, {
    caption: t('history.title'),
    part: 'key-history',
    columns: ['live.masked', 'history.state:line', 'live.issued', 'history.revoked'],
    rows: history.map((key) => [
      maskedKey(visit, key),
      key.revokedAtMs === null ? html`<strong class="good">${t('history.live')}</strong>` : t('history.dead'),
      moment(key.issuedAtMs),
      key.revokedAtMs !== null && moment(key.revokedAtMs),
    ]),
  });
}

export async function liveKeyOf(accountId: number, { accounts }: Services): Promise<KeyInfo | null> {
  return (await accounts.listKeys(accountId)).find(({ revokedAtMs }) => revokedAtMs === null) ?? null;
}

/** Revokes an account's live key once the key's last four characters are typed. Throws NO_KEY and CONFIRM. */
export async function revokeLiveKey(visit: SignedInVisit, accountId: number, why: MessageId): Promise<void> {
  const { services, account } = visit;
  confirm(visit, required(await liveKeyOf(accountId, services), 'NO_KEY').last4, why);
  const by = account.accountId === accountId ? undefined : account.accountId;
  required(await services.accounts.revokeKey(accountId, by), 'NO_KEY');
}
