import type { Category } from '../../catalog/category.ts';
import { CATALOGS } from '../../catalog/item.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { MAPPING_CHARS_MAX } from '../../ingest/feed-mappings.ts';
import { type FeedPreview, likelyMeaning } from '../../ingest/feed-preview.ts';
import { longestMatch } from '../../ingest/mapping.ts';
import type { Reason } from '../../ingest/reason.ts';
import { TABLE_FIELDS, TABLE_KINDS, TABLE_REQUIRED } from '../../ingest/record-fields.ts';
import type { IdIn, Messages } from '../../messages/messages.ts';
import { BUYER_TYPES } from '../../rankings/sale.ts';
import { flag, line, paragraph, typed, word } from '../kit/fields.ts';
import { type DrawField, formOf } from '../kit/form.ts';
import { attributesOf, details, notice, table } from '../kit/ui.ts';
import type { Page, SignedInVisit, Visit } from '../kit/visit.ts';
import { type Checked, FILE_FIELDS, uploadProgress } from './feed-upload.ts';
import {
  ANSWERED,
  draftOf,
  linesOf,
  type MappingDraft,
  pairsIn,
  placesIn,
  type ShownColumn,
  shownColumns,
} from './mapping-draft.ts';

const LONG = paragraph(0, MAPPING_CHARS_MAX).or('');

/** Fields of the form but those of its columns, which are read by name (mapping-draft.ts). */
export const MAP_FIELDS = {
  kind: word(TABLE_KINDS, 'consoleMapping.kinds')
    .or('item')
    .called('consoleMapping.kind', 'consoleMapping.kindHint'),
  kept: typed(0, 100).or(''),
  noHeader: flag().called('consoleMapping.noHeader'),
  skip: LONG.called('consoleMapping.skip', 'consoleMapping.skipHint'),
  subjects: LONG.called('consoleMapping.subjects', 'consoleMapping.subjectsHint'),
  json: LONG.called('consoleMapping.json'),
  asJson: flag().called('consoleMapping.useJson'),
  keepAs: line(0, 100).or('').called('consoleMapping.keepAs', 'consoleMapping.keepAsHint'),
  ...FILE_FIELDS,
};

/** A file that needs a mapping, with what is known of it. */
interface Unmapped extends Pick<Checked, 'name' | 'reading'> {
  readonly preview: FeedPreview;
  readonly noHeader: boolean;
  readonly fault: Reason | null;
}

/** The page on which the columns or subject codes of a file are mapped. */
export async function mappingPage(visit: SignedInVisit, shown: Unmapped): Promise<Page> {
  const t = visit.words('consoleMapping');
  const { preview, fault, name, noHeader, reading } = shown;
  const names = (await visit.services.feedMappings.list()).map((one) => one.name);
  const categories = await visit.services.catalog.listCategories();
  const [json, keepAs] = [reading.mapping ?? '{}', reading.mappingName ?? ''];
  const columns = preview.kind === 'table' ? shownColumns(preview, noHeader) : new Map();
  const draft = draftOf(json, [...columns.keys()]);
  const { encoding, delimiter } = preview.kind === 'table' ? preview : reading;
  const read = { encoding, delimiter: delimiter === '\t' ? 'tab' : delimiter };
  const kept = word(names).optional('consoleMapping.guessed');
  const mapForm = formOf(visit, 'map', {
    fields: { ...MAP_FIELDS, kept: kept.called('consoleMapping.kept', 'consoleMapping.keptHint') },
    values: { ...draft.texts, ...read, kind: draft.kind, noHeader, json, keepAs, kept: keepAs },
    button: t('check'),
    beside: html`<button class="button" formnovalidate formaction="/portal/console/feeds?look=yes" data-head>${t('lookAgain')}</button>`,
    body: (field) => [
      names.length > 0 && field('kept'),
      preview.kind === 'table' &&
        tablePart(visit, { draft, categories, columns }, field, preview.encoding !== null),
      preview.kind === 'onix' && onixPart(visit, preview, draft, field),
      details(
        t('asJson'),
        html`${field('json', { attributes: { spellcheck: 'false', rows: 10 } })}
${field('asJson', { attributes: { checked: !draft.isWhole } })}`,
        !draft.isWhole,
      ),
      field('keepAs'),
      field('file', { label: t('file', { name }), hint: t('fileHint') }),
      uploadProgress(visit),
    ],
  });
  const why = fault !== null && html`<p>${fault[visit.language]}</p>`;
  return {
    title: t('title'),
    lead: html`<bdi>${name}</bdi>: ${t(preview.kind === 'onix' ? 'onixLead' : 'lead')}`,
    ...(fault === null ? {} : { status: 400 }),
    body: html`${why && notice('bad', why, { title: t('fault'), isFocused: true })}
${mapForm}`,
  };
}

type Draw = DrawField<typeof MAP_FIELDS>;

function onixPart(
  visit: Visit,
  { products, subjects }: Extract<FeedPreview, { kind: 'onix' }>,
  { kind, texts }: MappingDraft,
  field: Draw,
): HtmlValue {
  const t = visit.words('consoleMapping');
  return [
    table(t, {
      caption: t('products'),
      columns: ['productColumns.title', 'productColumns.subjects'],
      rows: products.map((one) => [
        html`<bdi>${one.title}</bdi>`,
        html`<code>${one.subjects.slice(0, 8).join(', ')}</code>`,
      ]),
    }),
    subjects.length > 0 &&
      table(t, {
        caption: t('found'),
        columns: ['foundColumns.subject', 'foundColumns.products:number'],
        rows: subjects.map((one) => [
          html`<code>${one.scheme}:${one.code}</code>`,
          visit.number(one.products),
        ]),
      }),
    field('subjects', { attributes: { rows: 8, spellcheck: 'false' } }),
    box('fixed.categoryIds', t('fallback'), texts['fixed.categoryIds']),
    Object.entries({ kind, ...texts }).map(
      ([name, text]) => !['subjects', 'fixed.categoryIds'].includes(name) && hiddenField(name, text),
    ),
  ];
}

interface MappedTable {
  readonly draft: MappingDraft;
  readonly columns: ReadonlyMap<string, ShownColumn>;
  readonly categories: readonly Category[];
}

const COLUMNS_SHOWN = 300;

/** A row for each column of the file, then the fields without one. */
function tablePart(visit: Visit, mapped: MappedTable, field: Draw, isText: boolean): HtmlValue {
  const t = visit.words('consoleMapping');
  const { columns, draft } = mapped;
  const reading = [
    isText &&
      html`<div class="row">${field('encoding')}
${field('delimiter', { nameOf: (one) => (one === 'tab' ? t('tab') : one) })}</div>
<p class="hint">${t('readingHint')}</p>`,
    field('noHeader'),
    field('skip'),
  ];
  if (!draft.isWhole) return [details(t('reading'), reading), notice('warn', t('notForm'))];
  const missing = draft.columns.filter((name) => !columns.has(name));
  const rows = [...columns]
    .filter(([name], at) => at < COLUMNS_SHOWN || `to.${draft.columns.indexOf(name)}.0` in draft.texts)
    .map(([name, column]) => columnRow(visit, name, column, mapped));
  const half = Math.ceil(rows.length / 2);
  const filled = Object.keys(draft.texts).map((name) => name.startsWith('to.') && draft.texts[name]);
  const lacking = TABLE_REQUIRED[draft.kind].filter((name) => !filled.includes(name));
  const others = [...TABLE_FIELDS[draft.kind].keys()].filter((name) => !lacking.includes(name));
  const defaults = others.map((name) => defaultBox(visit, name, draft));
  return [
    field('kind'),
    lacking.map((name) => defaultBox(visit, name, draft, html` <small>${t('lacking')}</small>`)),
    missing.length > 0 && notice('warn', t('unknown', { columns: missing.join(', ') })),
    html`<div class="mapped" data-part="mapped"><ul>${rows.slice(0, half)}</ul><ul>${rows.slice(half)}</ul></div>`,
    details(t('defaults'), html`<div class="options">${defaults}</div>`),
    details(t('reading'), reading, draft.texts.skip !== ''),
  ];
}

export function fieldName(visit: Visit, field: string): string {
  // Every field has such a message.
  return visit.words('consoleMapping')(`names.${field.replace('.', '_')}` as IdIn<'consoleMapping'>);
}

type ChoiceWord = keyof Messages['consoleMapping']['choices'];
const YES_NO = ['Y', 'N'] as const;
/** Fields with a fixed set of words. */
const CHOICES: Readonly<Record<string, readonly ChoiceWord[]>> = {
  kind: ['sale', 'cancel', 'skip'],
  catalog: CATALOGS,
  buyerType: BUYER_TYPES,
  sex: ['M', 'F'],
  adultYn: YES_NO,
  fixedBookPriceYn: YES_NO,
  withheld: ['true', 'false'],
};

/** The options of a field with their names; empty for free text. */
function choicesOf(visit: Visit, field: string): Options {
  return CHOICES[field]?.map((word) => [word, visit.words('consoleMapping')(`choices.${word}`)]) ?? [];
}

type Options = readonly (readonly [value: string, name: string])[];

const hiddenField = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`;
const idOf = (name: string) => name.replaceAll('.', '-');
/** A text input, or a select if there are options. */
function box(name: string, label: HtmlValue, text = '', options: Options = []): Html {
  const all = options.map(
    ([value, said]) => html`<option${attributesOf({ value, selected: value === text })}>${said}</option>`,
  );
  const control =
    options.length > 0
      ? html`<select${attributesOf({ id: idOf(name), name })}>${all}</select>`
      : html`<input${attributesOf({ id: idOf(name), name, value: text, maxlength: 1000 })}>`;
  return html`<div class="field" data-field="${name}"><label for="${idOf(name)}">${label}</label>${control}</div>`;
}

/** The input for a field's default, for records without a column for it. */
function defaultBox(visit: Visit, name: string, { texts }: MappingDraft, more?: Html): Html {
  const field = `fixed.${name}`;
  const label = [fieldName(visit, name), more];
  const choices: Options = [['', visit.words('consoleMapping')('notUsed')], ...choicesOf(visit, name)];
  const isChoice = choices.length > 1 && choices.some(([one]) => one === (texts[field] ?? ''));
  return box(field, label, texts[field], isChoice ? choices : []);
}

/** A column of the file: its name, two sample values, its field; the rest in a collapsed block. */
function columnRow(visit: Visit, name: string, column: ShownColumn, mapped: MappedTable): Html {
  const t = visit.words('consoleMapping');
  const { kind, texts, columns } = mapped.draft;
  const at = columns.indexOf(name);
  const samples = [...new Set(column.cells.filter((cell) => cell !== ''))].slice(0, 2);
  const fields: Options = [...TABLE_FIELDS[kind].keys()].map((one) => [one, fieldName(visit, one)]);
  const select = (place: string, label: HtmlValue, answered: Options = []) =>
    box(`to.${place}`, label, texts[`to.${place}`], [['', t('notUsed')], ...answered, ...fields]);
  const isAnswered = texts[`to.${at}.0`] === ANSWERED;
  const places = isAnswered ? [] : placesIn(texts, `to.${at}`);
  const options = places.map((place) => optionsOf(visit, place, column, mapped));
  const count = options.length;
  const parts = options.map(({ body }, index) => [index > 0 && select(`${at}.${index}`, t('also')), body]);
  const open = options.reduce((sum, one) => sum + one.open, 0);
  const more = open > 0 ? t('toCheck', { count: open }) : t('more', { count: count - 1 });
  const label = html`<bdi>${name}</bdi> <small><bdi>${samples.join(' · ')}</bdi></small>`;
  return html`<li>${hiddenField(`name.${at}`, name)}${select(`${at}.0`, label, kind === 'sale' || isAnswered ? [[ANSWERED, t('answered')]] : [])}
${count > 0 && html`<details><summary${attributesOf({ 'aria-label': `${more}: ${name}`, class: open > 0 && 'bad' })}>${more}</summary><div class="options">${parts}${select(`${at}.${count}`, t('also'))}</div></details>`}</li>`;
}

const CHOICES_MAX = 20_000;

/** The options of a column for one field, and how many of its values (statuses, categories) still lack a meaning. */
function optionsOf(visit: Visit, place: string, column: ShownColumn, { draft, categories }: MappedTable) {
  const t = visit.words('consoleMapping');
  const textOf = (part: string) => draft.texts[`${part}.${place}`] ?? '';
  const to = textOf('to');
  const isCategory = to === 'categoryIds';
  const isNew = isCategory && (categories.length === 0 || textOf('create') === 'yes');
  const choices: Options = isCategory
    ? categories.map(({ categoryId, categoryName }) => [categoryId, `${categoryName} (${categoryId})`])
    : choicesOf(visit, to);
  const pairs = pairsIn(textOf('values'));
  const sharing = Object.keys(draft.texts).filter((one) => one.startsWith('to.') && draft.texts[one] === to);
  const isFew = choices.length > 0 && column.values.length * choices.length * sharing.length <= CHOICES_MAX;
  const answers = isFew ? answersOf(pairs, to, column, choices, isNew ? [] : categories) : [];
  const type = TABLE_FIELDS[draft.kind].get(to)?.type;
  const fills = (['down', 'order', 'product'] as const).map((one) => [one, t(`fills.${one}`)] as const);
  const values = `values.${place}`;
  const asked = new Set(answers.map(([value]) => value));
  const rest = linesOf(pairs.filter(([from]) => !asked.has(from)));
  const body = html`${hiddenField(`was.${place}`, to)}${isCategory && html`<div class="field flag" data-field="create.${place}"><label><input type="checkbox" name="create.${place}" value="yes"${isNew && ' checked'}> ${t('createCategories')}</label></div>`}
${answers.map(([value, answer], at) => [hiddenField(`value.${place}.${at}`, value), box(`choice.${place}.${at}`, html`<bdi>${value}</bdi>`, answer, [['', t('notUsed')], ...choices])])}
${box(`split.${place}`, t('split'), textOf('split'))}${(type === 'date' || type === 'instant') && box(`date.${place}`, t('date'), textOf('date'))}${box(`fill.${place}`, t('fill'), textOf('fill'), [['', t('fills.none')], ...fills])}
<div class="field" data-field="${values}"><label for="${idOf(values)}">${t('values')}</label><textarea id="${idOf(values)}" name="${values}" rows="2" spellcheck="false" aria-describedby="${idOf(values)}-hint">${rest}</textarea><p class="hint" id="${idOf(values)}-hint">${t('valuesHint')}</p></div>`;
  return { body, open: isNew ? 0 : answers.filter(([, answer]) => answer === '').length };
}

/** The values of a column with their meanings as far as known; none if the field takes the values as they are. */
function answersOf(
  pairs: Options,
  to: string,
  { values }: ShownColumn,
  choices: Options,
  categories: readonly Category[],
): Options {
  const meanings = Object.fromEntries(pairs);
  const taken = new Map(choices);
  const ownOf = (value: string) =>
    taken.has(value)
      ? value
      : categories.find((one) => [one.fullPath, one.categoryName].includes(value))?.categoryId;
  if (pairs.length === 0 && values.every((value) => ownOf(value) !== undefined)) return [];
  const likelyOf = (value: string) => (pairs.length === 0 ? likelyMeaning(to, value) : null);
  return values.flatMap((value) => {
    const said = longestMatch(meanings, value);
    // The text area below contains patterns, and values that the field doesn't accept.
    if (said !== null && !(Object.hasOwn(meanings, value) && taken.has(said))) return [];
    return [[value, said ?? ownOf(value) ?? likelyOf(value) ?? ''] as const];
  });
}
