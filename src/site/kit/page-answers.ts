import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../http/html.ts';
import { messageIn } from '../../messages/messages.ts';
import { FAILURE_STATUS, type Failure } from './failures.ts';
import { layOut } from './frame.ts';
import type { Services } from './services.ts';
import { type Page, readVisit, type Visit } from './visit.ts';

/**
 * What pages may load: our own styles, fonts and scripts; pictures from anywhere, because covers are registered by address.
 */
const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export function addPageHeaders(reply: FastifyReply): void {
  reply.header('Content-Security-Policy', PAGE_CSP);
  // With no-referrer, browsers would send the forms of our own pages without their origin.
  reply.header('Referrer-Policy', 'same-origin');
}

/** A page for one visitor. */
export function sendPage(page: Page, visit: Visit): FastifyReply {
  return visit.reply
    .code(page.status ?? 200)
    .header('Cache-Control', 'no-store')
    .header('Content-Language', visit.language)
    .header('Vary', 'Cookie, Accept-Language')
    .type('text/html; charset=utf-8')
    .send(layOut(page, visit));
}

/** Signing in leads back; everything else gets a page of its own with what went wrong. */
export async function sendFailure(
  failure: Failure,
  raw: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<FastifyReply> {
  const visit = await readVisit(raw, reply, services);
  if (failure.code === 'SIGN_IN_FIRST') {
    const next = raw.method === 'GET' ? raw.url : (raw.url.split('?')[0] ?? '/');
    return reply
      .header('Cache-Control', 'no-store')
      .redirect(`/portal/sign-in?next=${encodeURIComponent(next)}`, 303);
  }
  retryAfter(failure, reply);
  const t = visit.words('frame');
  const isLost = failure.code === 'NOT_FOUND';
  return sendPage(
    {
      title: t(isLost ? 'notFound' : 'refused'),
      lead: isLost ? t('notFoundText') : messageIn(visit.language, `portal.${failure.code}`, failure.values),
      body: html`<p><a class="button" href="/">${t('toStart')}</a></p>`,
      status: FAILURE_STATUS[failure.code],
    },
    visit,
  );
}

export function retryAfter({ values }: Failure, reply: FastifyReply): void {
  if (typeof values.seconds === 'number') reply.header('Retry-After', values.seconds);
}
