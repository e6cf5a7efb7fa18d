import { REASON_MAX } from '../../catalog/item-overrides.ts';
import { formatKstDay } from '../../clock.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { formOf } from '../kit/form.ts';
import { notice, section, table } from '../kit/ui.ts';
import type { Page, Visit } from '../kit/visit.ts';
import { priceOf } from '../shop/shelf.ts';
import { ANY_ENTRY, auditTable } from './audit-lines.ts';
import { APPLY_FIELDS, BULK_FIELDS, BULK_MAX, type Bulk, type Plan, type PlannedItem } from './bulk-plan.ts';
import { BULK_TARGET } from './item-history.ts';
import { SHOP } from './items.ts';

/** Changes shown below the form. */
const SHOWN_MAX = 20;

interface Previewed {
  readonly bulk: Bulk;
  readonly plan: Plan;
}

/** The form for many products, what it would do, and what was done before. */
export async function bulkPage(visit: Visit, previewed: Previewed | null): Promise<Page> {
  const t = visit.words('products');
  const ask = formOf(visit, 'preview', {
    fields: BULK_FIELDS,
    values: previewed === null ? {} : typedValues(previewed.bulk),
    button: t('bulk.preview'),
    kind: 'plain',
    attributes: { 'data-preview': 'preview', 'data-preview-form': 'preview' },
    body: (field) => [
      field('decision', { label: t('bulk.decision'), nameOf: (one) => t(`bulk.decisions.${one}`) }),
      field('items', { label: t('bulk.items'), hint: t('bulk.itemsHint') }),
      html`<div class="filters">${field('percent', { label: t('bulk.percent'), hint: t('bulk.percentHint') })}${field('from', { label: t('from') })}${field('until', { label: t('until') })}</div>`,
    ],
  });
  return {
    title: t('bulk.title'),
    lead: t('bulk.lead', { max: BULK_MAX }),
    width: 'wide',
    body: html`<p><a href="${SHOP}">${t('back')}</a></p>
${section(t('bulk.change'), ask, { part: 'bulk' })}
<div id="preview">${previewed !== null && preview(visit, previewed)}</div>
${section(t('bulk.history'), await latest(visit), { id: 'history' })}`,
  };
}

/** What a form's fields hold for a change. */
function typedValues({ from, until, ...others }: Bulk) {
  const asDay = (day: number | undefined) => (day === undefined ? undefined : formatKstDay(day));
  return { ...others, from: asDay(from), until: asDay(until) };
}

function preview(visit: Visit, { bulk, plan }: Previewed): Html {
  const t = visit.words('products');
  const { planned, unknown, changes, doubtful } = plan;
  const sums = { found: planned.length, changes: changes.size, unknown: unknown.length };
  const given = Object.entries(typedValues(bulk)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const apply = formOf(visit, 'apply', {
    fields: APPLY_FIELDS,
    hidden: { ...Object.fromEntries(given), changes: changes.size },
    button: t('bulk.apply', { count: changes.size }),
    body: (field) => field('reason', { label: t('reason'), hint: t('reasonHint', { max: REASON_MAX }) }),
  });
  const rows = table({
    caption: t('bulk.caption'),
    part: 'planned',
    columns: [
      [
        t('item'),
        ({ item: { itemId, title, isbn13 } }: PlannedItem) =>
          html`<a href="${SHOP}/${itemId}"><bdi>${title}</bdi></a><span class="block">${itemId} ${isbn13}</span>`,
      ],
      [
        t('prices'),
        ({ item, change }): HtmlValue =>
          change.deal
            ? `${priceOf(visit, item.shopPrice)} → ${priceOf(visit, change.deal.salePrice)}`
            : priceOf(visit, item.shopPrice),
        'number',
      ],
      [t('state'), ({ note }) => t(`bulk.notes.${note ?? 'changes'}`)],
    ],
    rows: planned,
  });
  return section(
    t('bulk.caption'),
    html`<div class="stack"><p role="status">${t('bulk.summary', sums)}</p>
${doubtful > 0 && notice('warn', t('bulk.doubtful', { count: doubtful }))}
${unknown.length > 0 && html`<p>${t('bulk.unknown')}: <bdi data-part="unknown">${unknown.join(', ')}</bdi></p>`}
${changes.size > 0 && apply}${planned.length > 0 && rows}</div>`,
    { part: 'preview' },
  );
}

async function latest(visit: Visit): Promise<Html> {
  const t = visit.words('products');
  const entries = await visit.services.auditLog.list({ ...ANY_ENTRY, target: BULK_TARGET }, null, SHOWN_MAX);
  return auditTable(visit, entries, {
    caption: t('bulk.history'),
    none: t('bulk.none'),
    isOfOneTarget: true,
    canUndo: () => true,
  });
}
