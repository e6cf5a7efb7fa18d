import { html } from '../../http/html.ts';
import { email } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { copyLine } from '../kit/ui.ts';
import type { Page, Visit } from '../kit/visit.ts';

/** After a form that sends a link: where it went, how to get it where there is no mail server, and the same form again. */
export function linkSent(
  visit: Visit,
  form: 'sign-up' | 'request',
  to: string,
  said: 'sent.body' | 'sent.reset',
): Page {
  const t = visit.words('account');
  const { mailer, command } = visit.services;
  const isKept = mailer.kind === 'outbox';
  const where = isKept
    ? html`<p>${t('sent.kept')}</p>${copyLine(visit, `${command} mail`)}`
    : html`<p>${t.html(said, { email: html`<bdi>${to}</bdi>` })}</p><p class="soft">${t('sent.none')}</p>`;
  const [path = ''] = visit.address.split('?');
  const again = formOf(visit, form, {
    fields: { email: email() },
    hidden: { email: to },
    kind: 'plain',
    button: t(isKept ? 'sent.again' : 'sent.resend'),
    beside: html`<a class="button" href="${path}">${t('sent.other')}</a>`,
  });
  return {
    title: t(isKept ? 'sent.keptTitle' : 'sent.title'),
    body: html`<div class="entrance stack" data-part="link-sent">${where}${again}</div>`,
  };
}
