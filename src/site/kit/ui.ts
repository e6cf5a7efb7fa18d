import { formatKstInstant } from '../../clock.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { Area, IdIn } from '../../messages/messages.ts';
import { type Visit, type Words, wordsOf } from './visit.ts';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export function attributesOf(attributes: Attributes): Html {
  const written = Object.entries(attributes).map(([name, value]) => {
    if (value === false || value === undefined) return '';
    return value === true ? ` ${name}` : html` ${name}="${value}"`;
  });
  return html`${written}`;
}

export function addressWith(address: string, changes: Readonly<Record<string, string | number | null>>) {
  const [path = '', query = ''] = address.split('?');
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A message. `isFocused` is for messages that answer the visitor's last action. */
export function notice(
  kind: 'info' | 'warn' | 'bad',
  body: HtmlValue,
  { title, isFocused = false }: { readonly title?: string; readonly isFocused?: boolean } = {},
): Html {
  const role = kind === 'bad' ? 'alert' : undefined;
  return html`<div${attributesOf({ class: `notice ${kind}`, role, tabindex: isFocused && -1, autofocus: isFocused })}>${title !== undefined && html`<p><strong>${title}</strong></p>`}${body}</div>`;
}

export function section(
  title: HtmlValue,
  body: HtmlValue,
  { id, lead, part }: { readonly id?: string; readonly lead?: HtmlValue; readonly part?: string } = {},
): Html {
  return html`<section${attributesOf({ id, 'data-part': part ?? id })}><h2>${title}</h2>${lead !== undefined && html`<p class="soft">${lead}</p>`}${body}</section>`;
}

export function sideSection(title: HtmlValue, body: HtmlValue, id?: string): Html {
  return html`<section class="side"${attributesOf({ id, 'data-part': id })}><h2>${title}</h2><div>${body}</div></section>`;
}

export function details(summary: HtmlValue, body: HtmlValue, isOpen = false): Html {
  return html`<details${attributesOf({ open: isOpen })}><summary>${summary}</summary>${body}</details>`;
}

export function facts(layout: 'line' | 'figures' | 'rows', list: readonly Fact[], part?: string) {
  return html`<dl class="facts ${layout}"${attributesOf({ 'data-part': part })}>${list.map((fact) => fact && html`<div><dt>${fact[0]}</dt><dd>${fact[1]}</dd></div>`)}</dl>`;
}

export type Fact = readonly [name: HtmlValue, value: HtmlValue] | false;

export function tabs(
  label: string,
  list: readonly (readonly [address: string, name: string, isHere: boolean])[],
  part?: string,
): Html {
  return html`<nav class="tabs scroll" aria-label="${label}"${attributesOf({ 'data-part': part })}>${list.map((one) => linkTo(...one))}</nav>`;
}

export function linkTo(address: string, name: string, isHere: boolean): Html {
  return html`<a href="${address}"${isHere && html` aria-current="page"`}>${name}</a>`;
}

/** `number` aligns right, `line` doesn't wrap, and phones hide `wide`. */
type Setting = 'number' | 'line' | 'wide' | 'line wide';

/** A heading as message id, as in `price:number`, or as text. False and undefined hide the column. */
type Column<One extends Area> =
  | IdIn<One>
  | `${IdIn<One>}:${Setting}`
  | readonly [head: HtmlValue, set?: Setting]
  | false
  | undefined;

interface TableOptions<One extends Area> {
  readonly caption: string;
  readonly none?: string;
  readonly columns: readonly Column<One>[];
  /** Rows have a cell for hidden columns, too. */
  readonly rows: readonly (readonly HtmlValue[])[];
  readonly part?: string;
}

/** A table that scrolls if it is wider than the page. Phones show wide rows of words as blocks. */
export function table<One extends Area>(t: Words<One>, options: TableOptions<One>): Html {
  const { caption, none, columns, rows, part } = options;
  if (rows.length === 0 && none !== undefined)
    return html`<p class="soft"${attributesOf({ 'data-part': part })}>${none}</p>`;
  const shown = columns.flatMap((column, at) => {
    const [id = '', setting] = typeof column === 'string' ? column.split(':') : [];
    const [name, set] = typeof column === 'string' ? [t(id as IdIn<One>), setting] : column || [];
    return column ? [{ at, name, set }] : [];
  });
  const figures = shown.filter(({ set }) => set === 'number').length;
  const isNamed = shown.every(({ name }) => typeof name === 'string');
  const stacks = isNamed && shown.length > 3 && figures < shown.length / 2;
  const head = shown.map((one) => html`<th scope="col"${attributesOf({ class: one.set })}>${one.name}</th>`);
  const cellOf = ({ at, name, set }: (typeof shown)[number], row: readonly HtmlValue[]) =>
    html`<td${attributesOf({ class: set, 'data-head': stacks && String(name) })}>${row[at]}</td>`;
  const body = rows.map((row) => html`<tr>${shown.map((column) => cellOf(column, row))}</tr>\n`);
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${caption}"${attributesOf({ 'data-part': part })}><table${stacks && html` class="stacks"`}><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

export const PAGE_SIZE = 50;

interface PagerOptions {
  readonly page: number;
  readonly totalCount: number;
  readonly pageSize?: number;
  /** Makes a link to a page. The default is the current address with another `page`. */
  readonly linkTo?: (page: number, text: string) => Html;
}

export function pager(visit: Visit, { page, totalCount, pageSize = PAGE_SIZE, linkTo }: PagerOptions) {
  const last = Math.max(1, Math.ceil(totalCount / pageSize));
  if (last === 1) return null;
  const t = visit.words('frame');
  const link = (to: number, rel: string, text: string) =>
    to >= 1 &&
    to <= last &&
    (linkTo?.(to, text) ??
      html`<a class="button" rel="${rel}" href="${addressWith(visit.address, { page: to })}">${text}</a>`);
  const at = t('pages.at', { page: visit.number(page), last: visit.number(last) });
  return html`<nav class="pager" aria-label="${t('pages.label')}">${link(page - 1, 'prev', t('pages.previous'))}<span>${at}</span>${link(page + 1, 'next', t('pages.next'))}</nav>`;
}

export function copyBlock({ language }: Pick<Visit, 'language'>, name: string, text: string, part?: string) {
  const t = wordsOf('frame', language);
  return html`<figure class="code"${attributesOf({ 'data-part': part })}>
<figcaption>${name}</figcaption>
<button type="button" data-copy hidden data-done="${t('copied')}">${t('copy')}</button>
<pre tabindex="0"><code>${text}</code></pre>
</figure>
`;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function sizeOf(visit: Visit, bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return visit.number(bytes / 1024 ** power, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
}

export function secondsOf(visit: Visit, ms: number): string {
  const seconds = visit.number(ms / 1000, { maximumFractionDigits: 1 });
  return visit.words('console')('seconds', { seconds });
}

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

export function agoOf({ language, services }: Visit, atMs: number): string {
  const passedMs = services.clock.nowMs() - atMs;
  const [unit, ms] = STEPS.find(([, one]) => passedMs >= one) ?? ['second', 1000];
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return format.format(-Math.floor(passedMs / ms), unit);
}

export function dayOf(atMs: number): string {
  return formatKstInstant(atMs).slice(0, 10);
}

export function momentOf(atMs: number): string {
  return `${dayOf(atMs)} ${timeOf(atMs)}`;
}

export function timeOf(atMs: number): string {
  return formatKstInstant(atMs).slice(11, 16);
}

export function wholeDays(text: string): Html {
  return html`${text.split(/(\d{4}-\d\d-\d\d)/).map((part, at) => (at % 2 === 1 ? html`<span class="line">${part}</span>` : part))}`;
}

export function moment(atMs: number): Html {
  const iso = new Date(atMs).toISOString();
  return html`<time datetime="${iso}"><span>${dayOf(atMs)}</span> <span>${formatKstInstant(atMs).slice(11, 19)}</span></time>`;
}
