import { TIERS } from '../../accounts/account.ts';
import { ROLES } from '../../accounts/roles.ts';
import { html } from '../../http/html.ts';
import { optional, or, pageNumber, typed, word } from '../kit/fields.ts';
import { dayOf } from '../kit/figures.ts';
import { filterForm } from '../kit/form.ts';
import { BROWSING, screen } from '../kit/screen.ts';
import { PAGE_SIZE, pager, table } from '../kit/ui.ts';

const FILTERS = {
  /** A part of email address or name, or the account's number. */
  text: or(typed(0, 254, { type: 'search', autocapitalize: 'none', spellcheck: 'false' }), ''),
  role: optional(word(ROLES)),
  tier: optional(word(TIERS)),
  state: optional(word(['active', 'suspended'])),
};

/** All accounts, newest first (docs/accounts.md#roles). */
export const accountsScreen = screen('/portal/console/accounts', {
  needs: 'see-accounts',
  limit: BROWSING,
  query: { ...FILTERS, page: pageNumber() },
  async show(visit, { page, ...filters }) {
    const t = visit.words('accounts');
    const c = visit.words('console');
    const { text, role = null, tier = null, state } = filters;
    const found = await visit.services.accounts.searchAccounts(
      { text: text.trim(), role, tier, suspended: state === undefined ? null : state === 'suspended' },
      (page - 1) * PAGE_SIZE,
      PAGE_SIZE,
    );
    const filter = filterForm(visit, {
      fields: FILTERS,
      values: filters,
      button: t('submit'),
      body: (field) => [
        field('text', { label: t('text'), attributes: { placeholder: t('textHint') } }),
        field('role', { label: t('role'), none: c('any'), nameOf: (one) => c(`roles.${one}`) }),
        field('tier', { label: t('tier'), none: c('any'), nameOf: (one) => c(`tiers.${one}`) }),
        field('state', { label: t('state'), none: c('any'), nameOf: (one) => t(`states.${one}`) }),
      ],
    });
    const list = table({
      caption: t('title'),
      part: 'accounts',
      none: t('total', { count: 0 }),
      columns: [
        [
          t('account'),
          ({ accountId, email, name }) =>
            html`<a href="/portal/console/accounts/${accountId}"><bdi>${email}</bdi></a><bdi class="block">${name}</bdi>`,
        ],
        [t('number'), ({ accountId }) => accountId, 'number'],
        [t('role'), ({ role: one }) => c(`roles.${one}`)],
        [t('tier'), ({ tier: one }) => c(`tiers.${one}`)],
        [
          t('state'),
          ({ suspended }) =>
            suspended ? html`<strong class="bad">${t('states.suspended')}</strong>` : t('states.active'),
        ],
        [t('since'), ({ createdAtMs }) => dayOf(createdAtMs), 'line'],
      ],
      rows: found.accounts,
    });
    const { totalCount } = found;
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${filter}
<p class="total">${t('total', { count: totalCount })}</p>
${totalCount > 0 && list}${pager(visit, { page, totalCount })}`,
    };
  },
});
