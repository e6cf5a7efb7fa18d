import type { QuotaRequest } from '../../accounts/quota-requests.ts';
import { type Html, html } from '../../http/html.ts';
import { moment } from '../kit/dates.ts';
import { table } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';

const COLOURS = { waiting: 'warn', approved: 'good', denied: 'bad' } as const;

/** The outcome of a request for more calls, and the quota that was granted. */
export function quotaState(visit: Visit, { status, grantedQuota }: QuotaRequest): Html {
  const t = visit.words('console');
  const granted = grantedQuota !== null && t('quotaState.granted', { limit: visit.number(grantedQuota) });
  return html`<strong class="${COLOURS[status]}">${t(`quotaState.${status}`)}</strong>${granted && html`<span class="block">${granted}</span>`}`;
}

/** What an account has asked for, and the answers. */
export function requestTable(visit: Visit, requests: readonly QuotaRequest[], caption: string): Html {
  const t = visit.words('usage');
  return table({
    caption,
    part: 'quota-requests',
    columns: [
      [t('quota.asked'), ({ createdAtMs }) => moment(createdAtMs)],
      [t('quota.wanted'), ({ dailyQuota }) => visit.number(dailyQuota), 'number'],
      [t('quota.state'), (one) => quotaState(visit, one)],
      [t('quota.note'), ({ note }) => html`<bdi class="typed">${note}</bdi>`],
    ],
    rows: requests,
  });
}
