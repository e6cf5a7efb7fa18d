import type { Category } from '../../catalog/category.ts';
import { CATALOGS } from '../../catalog/item.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { type FeedPreview, likelyMeaning } from '../../ingest/feed-preview.ts';
import type { Reason } from '../../ingest/feed-record.ts';
import { type Codes, longestMatch, type Mapping, parseMapping, type Target } from '../../ingest/mapping.ts';
import { TABLE_FIELDS, TABLE_REQUIRED } from '../../ingest/record-fields.ts';
import type { IdIn, Messages } from '../../messages/messages.ts';
import { BUYER_TYPES } from '../../rankings/sale.ts';
import { type DrawField, formOf } from '../kit/form.ts';
import { attributesOf, details, notice, table } from '../kit/ui.ts';
import type { Page, SignedInVisit, Visit } from '../kit/visit.ts';
import {
  type Checked,
  columnsOf,
  constantText,
  DELIBERATELY_UNUSED,
  linesOf,
  MAP_FIELDS,
  markOf,
  type PreviewOf,
  type ShownColumn,
  skipText,
  subjectsText,
} from './sent-mapping.ts';

interface Unmapped extends Pick<Checked, 'name' | 'reading'> {
  readonly preview: FeedPreview;
  readonly noHeader: boolean;
  readonly fault: Reason | null;
}

export async function mappingPage(visit: SignedInVisit, shown: Unmapped): Promise<Page> {
  const t = visit.words('consoleMapping');
  const { preview, fault, name, noHeader, reading } = shown;
  const categories = await visit.services.catalog.listCategories();
  const columns = preview.kind === 'table' ? columnsOf(preview, noHeader) : new Map();
  const given = parseMapping(reading.mapping ?? '{}');
  const known = Object.entries(given.columns).filter(([column]) => columns.has(column));
  const mapping = { ...given, columns: Object.fromEntries(known) };
  const json = JSON.stringify(mapping);
  const missing = Object.keys(given.columns).filter((column) => !columns.has(column));
  const { encoding, delimiter } = preview.kind === 'table' ? preview : reading;
  const mapForm = formOf(visit, 'map', {
    fields: MAP_FIELDS,
    values: {
      kind: mapping.kind,
      skip: skipText(mapping),
      subjects: subjectsText(mapping),
      json,
      encoding,
      delimiter,
      noHeader,
      keepAs: reading.mappingName,
    },
    hidden: { drawn: markOf(json) },
    button: t('check'),
    beside: html`<button class="button" formnovalidate formaction="/portal/console/feeds?look=yes" data-head>${t('lookAgain')}</button>`,
    body: (field) => [
      preview.kind === 'table' &&
        tablePart(visit, { mapping, categories, columns }, field, preview.encoding !== null),
      preview.kind === 'onix' && onixPart(visit, preview, mapping, field),
      details(t('asJson'), field('json', { attributes: { spellcheck: 'false', rows: 10 } })),
      field('keepAs'),
      fileInput(visit, field, t('file', { name }), t('fileHint')),
    ],
  });
  return {
    title: t('title'),
    lead: html`<bdi>${name}</bdi>: ${t(preview.kind === 'onix' ? 'onixLead' : 'lead')}`,
    ...(fault === null ? {} : { status: 400 }),
    body: html`${fault !== null && notice('bad', html`<p>${fault[visit.language]}</p>`, { title: t('fault'), isFocused: true })}
${missing.length > 0 && notice('warn', t('unknown', { columns: missing.join(', ') }))}
${mapForm}`,
  };
}

export function fileInput(
  visit: Visit,
  field: (name: 'file', own: { readonly label: string; readonly hint: string | undefined }) => Html,
  label: string,
  hint?: string,
): HtmlValue {
  const t = visit.words('consoleFeeds');
  return [
    field('file', { label, hint }),
    html`<div class="progress" data-part="progress" role="status" hidden data-sent="${t('reading')}" data-failed="${t('offline')}"><p>${t('sending')}</p><progress max="1" aria-label="${t('progress')}"></progress></div>`,
  ];
}

type Draw = DrawField<typeof MAP_FIELDS>;

function onixPart(visit: Visit, preview: PreviewOf<'onix'>, mapping: Mapping, field: Draw): HtmlValue {
  const t = visit.words('consoleMapping');
  const { products, subjects } = preview;
  const found = subjects.map(({ scheme, code, products: count }) => {
    const subject = `${scheme}:${code}`;
    const example = products.find((one) => one.subjects.includes(subject))?.title;
    return [html`<code>${subject}</code>`, visit.number(count), html`<bdi>${example}</bdi>`];
  });
  return [
    found.length > 0 &&
      table(t, {
        caption: t('found'),
        columns: ['foundColumns.subject', 'foundColumns.products:number', 'foundColumns.example'],
        rows: found,
      }),
    field('subjects', { attributes: { rows: 8, spellcheck: 'false' } }),
    box('fixed.categoryIds', t('fallback'), constantText(mapping.constants.categoryIds)),
  ];
}

interface MappedTable {
  readonly mapping: Mapping;
  readonly columns: ReadonlyMap<string, ShownColumn>;
  readonly categories: readonly Category[];
}

/** A row for each column, and inputs for defaults. Required fields that no column fills come first among the defaults. */
function tablePart(visit: Visit, mapped: MappedTable, field: Draw, isText: boolean): HtmlValue {
  const t = visit.words('consoleMapping');
  const { columns, mapping } = mapped;
  const reading = [
    isText &&
      html`<div class="row">${field('encoding')}
${field('delimiter')}</div>
<p class="hint">${t('readingHint')}</p>`,
    field('noHeader'),
    field('skip'),
  ];
  const rows = [...columns.keys()].map((name, at) => columnRow(visit, name, at, mapped));
  const half = Math.ceil(rows.length / 2);
  const filled = Object.values(mapping.columns).flatMap((targets) => targets.map(({ to }) => to));
  const lacking = TABLE_REQUIRED[mapping.kind].filter((name) => !filled.includes(name));
  const others = [...TABLE_FIELDS[mapping.kind].keys()].filter((name) => !lacking.includes(name));
  const defaults = others.map((name) => defaultBox(visit, name, mapping));
  return [
    field('kind'),
    lacking.map((name) => defaultBox(visit, name, mapping, html` <small>${t('lacking')}</small>`)),
    html`<div class="mapped" data-part="mapped"><ul>${rows.slice(0, half)}</ul><ul>${rows.slice(half)}</ul></div>`,
    details(t('defaults'), html`<div class="options">${defaults}</div>`),
    details(t('reading'), reading, Object.keys(mapping.skip).length > 0),
  ];
}

export function fieldName(visit: Visit, field: string): string {
  // There is a message for the name of every field.
  return visit.words('consoleMapping')(`names.${field.replace('.', '_')}` as IdIn<'consoleMapping'>);
}

const YES_NO = ['Y', 'N'] as const;
const CHOICES: Readonly<Record<string, readonly (keyof Messages['consoleMapping']['choices'])[]>> = {
  kind: ['sale', 'cancel', 'skip'],
  catalog: CATALOGS,
  buyerType: BUYER_TYPES,
  sex: ['M', 'F'],
  adultYn: YES_NO,
  fixedBookPriceYn: YES_NO,
  withheld: ['true', 'false'],
};

type Options = readonly (readonly [value: string, name: string])[];

function choicesOf(visit: Visit, field: string): Options {
  return CHOICES[field]?.map((word) => [word, visit.words('consoleMapping')(`choices.${word}`)]) ?? [];
}

const idOf = (name: string) => name.replaceAll('.', '-');

function box(name: string, label: HtmlValue, text = '', options: Options = []): Html {
  const id = idOf(name);
  const all = options.map(
    ([value, said]) => html`<option${attributesOf({ value, selected: value === text })}>${said}</option>`,
  );
  const control =
    options.length > 0
      ? html`<select${attributesOf({ id, name })}>${all}</select>`
      : html`<input${attributesOf({ id, name, value: text, maxlength: 1000 })}>`;
  return html`<div class="field" data-field="${name}"><label for="${id}">${label}</label>${control}</div>`;
}

function defaultBox(visit: Visit, name: string, { constants }: Mapping, more?: Html): Html {
  const text = constantText(constants[name]);
  const choices: Options = [['', visit.words('consoleMapping')('notUsed')], ...choicesOf(visit, name)];
  const isChoice = choices.length > 1 && choices.some(([one]) => one === text);
  return box(`fixed.${name}`, [fieldName(visit, name), more], text, isChoice ? choices : []);
}

/** The name of a column, two sample values, and the field that it fills. Further options are collapsed. */
function columnRow(visit: Visit, name: string, at: number, mapped: MappedTable): Html {
  const t = visit.words('consoleMapping');
  const { kind, columns } = mapped.mapping;
  const column = mapped.columns.get(name) ?? { cells: [], values: [] };
  const targets = Object.hasOwn(columns, name) ? columns[name] : undefined;
  const samples = [...new Set(column.cells.filter((cell) => cell !== ''))].slice(0, 2);
  const fields: Options = [...TABLE_FIELDS[kind].keys()].map((one) => [one, fieldName(visit, one)]);
  const isAnswered = targets?.length === 0;
  const select = (index: number, label: HtmlValue, answered: Options = []) => {
    const to = index === 0 && isAnswered ? DELIBERATELY_UNUSED : targets?.[index]?.to;
    return box(`to.${at}.${index}`, label, to, [['', t('notUsed')], ...answered, ...fields]);
  };
  const options = (targets ?? []).map((target, index) =>
    optionsOf(visit, `${at}.${index}`, target, column, mapped),
  );
  const count = options.length;
  const parts = options.map(({ body }, index) => [index > 0 && select(index, t('also')), body]);
  const open = options.reduce((sum, one) => sum + one.open, 0);
  const more = open > 0 ? t('toCheck', { count: open }) : t('more', { count: count - 1 });
  const label = html`<bdi>${name}</bdi> <small><bdi>${samples.join(' · ')}</bdi></small>`;
  const answered: Options = kind === 'sale' || isAnswered ? [[DELIBERATELY_UNUSED, t('answered')]] : [];
  return html`<li><input type="hidden" name="name.${at}" value="${name}">${select(0, label, answered)}
${count > 0 && html`<details><summary${attributesOf({ 'aria-label': `${more}: ${name}`, class: open > 0 && 'bad' })}>${more}</summary><div class="options">${parts}${select(count, t('also'))}</div></details>`}</li>`;
}

/** Maximum number of options in the selects of all columns that fill the same field. */
const CHOICES_MAX = 20_000;

/** Options of a column that fills the field `to`. `open` is the number of cell values without a meaning. */
function optionsOf(
  visit: Visit,
  path: string,
  { to, split, date, fill, create, values = {} }: Target,
  column: ShownColumn,
  { mapping, categories }: MappedTable,
) {
  const t = visit.words('consoleMapping');
  const isCategory = to === 'categoryIds';
  const isNew = isCategory && (categories.length === 0 || create === true);
  const choices: Options = isCategory
    ? categories.map(({ categoryId, categoryName }) => [categoryId, `${categoryName} (${categoryId})`])
    : choicesOf(visit, to);
  const sharing = Object.values(mapping.columns).flatMap((all) => all.filter((one) => one.to === to)).length;
  const isFew = choices.length > 0 && column.values.length * choices.length * sharing <= CHOICES_MAX;
  const answers = isFew ? answersOf(values, to, column, choices, isNew ? [] : categories) : [];
  const type = TABLE_FIELDS[mapping.kind].get(to)?.type;
  const fills = (['down', 'order', 'product'] as const).map((one) => [one, t(`fills.${one}`)] as const);
  const asked = new Set(answers.map(([value]) => value));
  const rest = linesOf(Object.entries(values).filter(([from]) => !asked.has(from)));
  const lines = `values.${path}`;
  const selects = answers.map(([value, answer], at) => [
    html`<input type="hidden" name="value.${path}.${at}" value="${value}">`,
    box(`choice.${path}.${at}`, html`<bdi>${value}</bdi>`, answer, [['', t('notUsed')], ...choices]),
  ]);
  const body = html`${isCategory && html`<div class="field flag" data-field="create.${path}"><label><input type="checkbox" name="create.${path}" value="yes"${isNew && ' checked'}> ${t('createCategories')}</label></div>`}
${selects}
${box(`split.${path}`, t('split'), split)}${(type === 'date' || type === 'instant') && box(`date.${path}`, t('date'), date)}${box(`fill.${path}`, t('fill'), fill, [['', t('fills.none')], ...fills])}
<div class="field" data-field="${lines}"><label for="${idOf(lines)}">${t('values')}</label><textarea id="${idOf(lines)}" name="${lines}" rows="2" spellcheck="false" aria-describedby="${idOf(lines)}-hint">${rest}</textarea><p class="hint" id="${idOf(lines)}-hint">${t('valuesHint')}</p></div>`;
  return { body, open: isNew ? 0 : answers.filter(([, answer]) => answer === '').length };
}

/** Pairs of a column's value and its stored or likely meaning, or ''. Empty if the field accepts all values unchanged. */
function answersOf(
  meanings: Codes,
  to: string,
  { values }: ShownColumn,
  choices: Options,
  categories: readonly Category[],
): Options {
  const isNew = Object.keys(meanings).length === 0;
  const taken = new Map(choices);
  const categoryOf = (value: string) =>
    categories.find((one) => [one.fullPath, one.categoryName].includes(value))?.categoryId;
  const ownOf = (value: string) => (taken.has(value) ? value : categoryOf(value));
  if (isNew && values.every((value) => ownOf(value) !== undefined)) return [];
  return values.flatMap((value) => {
    const said = longestMatch(meanings, value);
    // Patterns, and meanings that the field doesn't accept, are shown in the text area below.
    if (said !== null && !(Object.hasOwn(meanings, value) && taken.has(said))) return [];
    const likely = isNew ? likelyMeaning(to, value) : null;
    return [[value, said ?? ownOf(value) ?? likely ?? ''] as const];
  });
}
