import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AuditEntry, type AuditFilter, auditName } from '../../accounts/audit-log.ts';
import { formatKstInstant, kstDayStartMs } from '../../clock.ts';
import { writeCsv } from '../../export/csv.ts';
import { MEDIA_TYPES } from '../../http/cached-response.ts';
import { html } from '../../http/html.ts';
import { day, type InputOf, id, optional, typed } from '../kit/fields.ts';
import { filterForm } from '../kit/form.ts';
import { BROWSING, EXPORTING, screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { addressWith, dayOf, PAGE_SIZE } from '../kit/ui.ts';
import { actionName, auditTable, decisionsOf, partiesOf } from './audit-lines.ts';

const EXPORT_LINES_MAX = 100_000;
/** Lines per read, so that other requests are answered in between. */
const EXPORT_STEP = 1000;

/** Empty is any. */
const FILTERS = {
  actor: optional(typed(0, 100)),
  action: optional(typed(0, 100)),
  /** The number or the email address of the account concerned. */
  account: optional(typed(0, 254, { autocapitalize: 'none', spellcheck: 'false' })),
  /** Both included. */
  from: optional(day()),
  until: optional(day()),
};
/** The number of the last line that was listed before. */
const OLDER = { older: optional(id()) };

/** The audit log: it can be read and copied, never changed (docs/accounts.md#audit-log). */
export const auditScreen = screen('/portal/console/audit', {
  needs: 'see-accounts',
  limit: BROWSING,
  query: { ...FILTERS, ...OLDER },
  async show(visit, { older = null, ...filters }) {
    const t = visit.words('audit');
    const { auditLog } = visit.services;
    const found = await auditLog.list(await filterOf(filters, visit.services), older, PAGE_SIZE + 1);
    const entries = found.slice(0, PAGE_SIZE);
    const { actors, actions } = await auditLog.listNames();
    const names = await partiesOf(visit, actors);
    const form = filterForm(visit, {
      fields: { ...FILTERS, actor: choice(actors), action: choice(actions) },
      values: filters,
      button: t('filter'),
      body: (field) => [
        field('actor', { label: t('actor'), none: t('any'), nameOf: (one) => names.get(one)?.name ?? one }),
        field('action', { label: t('action'), none: t('any'), nameOf: (one) => actionName(visit, one) }),
        field('account', { label: t('account'), attributes: { placeholder: t('accountHint') } }),
        field('from', { label: t('from') }),
        field('until', { label: t('until') }),
      ],
    });
    const last = entries.at(-1)?.auditId ?? 0;
    const link = (changes: Parameters<typeof addressWith>[1], text: string) =>
      html`<a class="button" href="${addressWith(visit.address, changes)}">${text}</a>`;
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${form}
${await auditTable(visit, entries, { caption: t('title'), none: t('none') })}
<p class="row">${older !== null && link({ older: null }, t('newest'))}${found.length > PAGE_SIZE && link({ older: last }, t('older'))}
<a href="${addressWith(visit.address.replace('/audit', '/audit.csv'), { older: null })}">${t('csv')}</a></p>`,
    };
  },
});

/** The same lines as a file. */
export const auditFile = screen('/portal/console/audit.csv', {
  needs: 'see-accounts',
  limit: EXPORTING,
  query: FILTERS,
  async show({ services }, filters) {
    const filter = await filterOf(filters, services);
    const lines: AuditEntry[] = [];
    while (lines.length < EXPORT_LINES_MAX) {
      const step = await services.auditLog.list(filter, lines.at(-1)?.auditId ?? null, EXPORT_STEP);
      lines.push(...step);
      if (step.length < EXPORT_STEP) break;
      await nextTurn();
    }
    const decisions = await decisionsOf(lines, services);
    const texts = ['time', 'actor', 'action', 'target', 'detail', 'reason'];
    const body = writeCsv({
      name: 'audit',
      hasHeader: true,
      columns: [
        { title: 'id', type: 'integer' },
        ...texts.map((title) => ({ title, type: 'text' as const })),
      ],
      rows: lines.map((line) => [
        line.auditId,
        ...[
          formatKstInstant(line.atMs),
          line.actor,
          line.action,
          line.target,
          line.detail,
          decisions.get(line.auditId)?.reason ?? '',
        ].map(notFormula),
      ]),
    });
    return { name: `audit_${dayOf(services.clock.nowMs())}.csv`, type: MEDIA_TYPES.csv, body };
  },
});

/** Operators write reasons and others open the file: an apostrophe keeps spreadsheets from running a text as a formula. */
function notFormula(text: string): string {
  return /^[\s]*[=+\-@]/.test(text) ? `'${text}` : text;
}

async function filterOf(
  { actor, action, account, from, until }: InputOf<typeof FILTERS>,
  services: Services,
): Promise<AuditFilter> {
  return {
    actor: actor ?? null,
    action: action ?? null,
    target: account === undefined ? null : auditName(await accountNumber(account.trim(), services)),
    fromMs: from === undefined ? null : kstDayStartMs(from),
    beforeMs: until === undefined ? null : kstDayStartMs(until + 1),
  };
}

/** Closed accounts have only a number left; no account has the number 0. */
async function accountNumber(text: string, { accounts }: Services): Promise<number> {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return (await accounts.findAccountByEmail(text))?.accountId ?? 0;
}

/** A select of names that the log holds. */
function choice(words: readonly string[]) {
  return { ...optional(typed(0, 100)), control: 'choice' as const, attributes: {}, words };
}
