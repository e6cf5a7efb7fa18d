import type { QuotaRequest } from '../../accounts/quota-requests.ts';
import { type Html, html } from '../../http/html.ts';
import type { Visit } from '../kit/visit.ts';

const COLOURS = { waiting: 'warn', approved: 'good', denied: 'bad' } as const;

/** The outcome of a request for more calls, and the quota that was granted. */
export function quotaState(visit: Visit, { status, grantedQuota }: QuotaRequest): Html {
  const t = visit.words('console');
  const granted = grantedQuota !== null && t('quotaState.granted', { limit: visit.number(grantedQuota) });
  return html`<strong class="${COLOURS[status]}">${t(`quotaState.${status}`)}</strong>${granted && html`<span class="block">${granted}</span>`}`;
}
