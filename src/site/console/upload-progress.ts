import { type Html, html } from '../../http/html.ts';
import type { Visit } from '../kit/visit.ts';

/** How far a file is on its way, where scripts run. */
export function uploadProgress(visit: Visit): Html {
  const t = visit.words('consoleFeeds');
  return html`<div class="progress" data-part="progress" role="status" hidden data-sent="${t('reading')}" data-failed="${t('offline')}"><p>${t('sending')}</p><progress max="1" aria-label="${t('progress')}"></progress></div>`;
}
