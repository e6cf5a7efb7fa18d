import type { Category } from '../../catalog/category.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { type KeptMapping, MAPPING_CHARS_MAX } from '../../ingest/feed-mappings.ts';
import type { FeedPreview } from '../../ingest/feed-preview.ts';
import { parseMapping } from '../../ingest/mapping.ts';
import type { Reason } from '../../ingest/reason.ts';
import { TABLE_FIELDS, TABLE_KINDS, TABLE_REQUIRED, type TableKind } from '../../ingest/record-fields.ts';
import { headerFor } from '../../ingest/table/sheet.ts';
import { VALUES } from '../../ingest/table/shop-columns.ts';
import type { IdIn } from '../../messages/messages.ts';
import { flag, line, optional, or, paragraph, typed, word } from '../kit/fields.ts';
import { type DrawField, formOf } from '../kit/form.ts';
import { details, notice, table } from '../kit/ui.ts';
import type { Page, SignedInVisit } from '../kit/visit.ts';
import { FILE_FIELDS, uploadProgress } from './feed-upload.ts';
import { draftOf, type MappingDraft, readLines, shownFile, subjectDraftOf } from './mapping-draft.ts';

type TablePreview = Extract<FeedPreview, { kind: 'table' }>;
type OnixPreview = Extract<FeedPreview, { kind: 'onix' }>;

/** Fields of the form but those of its columns, which are read by name (mapping-draft.ts). */
export const MAP_FIELDS = {
  kind: or(word(TABLE_KINDS), 'item'),
  kept: or(typed(0, 100), ''),
  noHeader: flag(),
  skip: or(paragraph(0, MAPPING_CHARS_MAX), ''),
  subjects: or(paragraph(0, MAPPING_CHARS_MAX), ''),
  fallback: or(line(0, 1000), ''),
  json: or(paragraph(0, MAPPING_CHARS_MAX), ''),
  asJson: flag(),
  keepAs: or(line(0, 100), ''),
  ...FILE_FIELDS,
};

/** A mapping that is being made for a file. */
export interface Mapping {
  readonly json: string;
  /** Under which it is kept, or empty. */
  readonly name: string;
}

/** The mapping to begin with: the newest kept one that fits the file, or a guess from the names of its columns. */
export function suggestedFor(preview: FeedPreview, kept: readonly KeptMapping[]): Mapping {
  const fitting = kept.find(({ mapping }) => fits(mapping, preview));
  if (fitting !== undefined) return { json: fitting.mapping, name: fitting.name };
  const guess =
    preview.kind === 'table' ? preview.recognised.mapping : { kind: 'item', subjects: {}, constants: {} };
  return { json: JSON.stringify(guess), name: '' };
}

/** Whether a kept mapping is one for files like this: all of its columns stand in one row, or it maps subjects. */
function fits(json: string, preview: FeedPreview): boolean {
  const mapping = parseMapping(json);
  if (preview.kind === 'onix') return Object.keys(mapping.subjects).length > 0;
  const hasColumns = Object.keys(mapping.columns).length > 0;
  return preview.kind === 'table' && hasColumns && headerFor(preview.rows, mapping) !== undefined;
}

interface MappingPage {
  readonly name: string;
  readonly preview: FeedPreview;
  readonly mapping: Mapping;
  readonly noHeader: boolean;
  /** Why the file can't be read with it. */
  readonly fault: Reason | null;
}

/** Says what the columns or subject codes of a file mean, beside its beginning. */
export async function mappingPage(visit: SignedInVisit, shown: MappingPage): Promise<Page> {
  const t = visit.words('consoleMapping');
  const { preview, fault, name } = shown;
  const { feedMappings, catalog } = visit.services;
  const kept = (await feedMappings.list()).map((one) => one.name);
  const categories = await catalog.listCategories();
  const isOnix = preview.kind === 'onix';
  return {
    title: t('title'),
    lead: html`<bdi>${name}</bdi>: ${t(isOnix ? 'onixLead' : 'lead')}`,
    ...(fault === null ? {} : { status: 400 }),
    body: html`${fault !== null && notice('bad', html`<p>${fault[visit.language]}</p>`, { title: t('fault'), isFocused: true })}
${formOf(visit, 'map', {
  fields: { ...MAP_FIELDS, kept: optional(word(kept)) },
  values: valuesOf(shown),
  button: t('check'),
  beside: html`<button class="button" formnovalidate formaction="/portal/console/feeds?look=yes" data-head>${t('lookAgain')}</button>`,
  body: (field) => [
    kept.length > 0 && field('kept', { label: t('kept'), none: t('guessed'), hint: t('keptHint') }),
    preview.kind === 'table' && tablePart(visit, shown, preview, field, categories),
    isOnix && onixPart(visit, preview, field),
    jsonPart(visit, shown, field),
    field('keepAs', { label: t('keepAs'), hint: t('keepAsHint') }),
    field('file', { label: t('file', { name }), hint: t('fileHint') }),
    uploadProgress(visit),
  ],
})}`,
  };
}

function valuesOf({ preview, mapping, noHeader }: MappingPage) {
  const text =
    preview.kind === 'table'
      ? { encoding: preview.encoding, delimiter: preview.delimiter === '\t' ? 'tab' : preview.delimiter }
      : {};
  const { subjects, fallback } = subjectDraftOf(mapping.json);
  const { kind } = parseMapping(mapping.json);
  const { json, name } = mapping;
  const { skip } = draftOf(mapping.json)?.texts ?? {};
  return { ...text, kind, noHeader, skip, subjects, fallback, json, keepAs: name, kept: name };
}

type Draw = DrawField<typeof MAP_FIELDS>;

function jsonPart(visit: SignedInVisit, { preview, mapping }: MappingPage, field: Draw): Html {
  const t = visit.words('consoleMapping');
  const isOnly = preview.kind === 'table' && draftOf(mapping.json) === null;
  return details(
    t('asJson'),
    html`${field('json', { label: t('json'), attributes: { spellcheck: 'false', rows: 10 } })}
${field('asJson', { label: t('useJson'), attributes: { checked: isOnly } })}`,
    isOnly,
  );
}

function onixPart(visit: SignedInVisit, { products, subjects }: OnixPreview, field: Draw): HtmlValue {
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
    field('subjects', {
      label: t('subjects'),
      hint: t('subjectsHint'),
      attributes: { rows: 8, spellcheck: 'false' },
    }),
    field('fallback', { label: t('fallback') }),
  ];
}

/** The fields of the chosen kind, each with the column that fills it. */
function tablePart(
  visit: SignedInVisit,
  { mapping, noHeader }: MappingPage,
  preview: TablePreview,
  field: Draw,
  categories: readonly Category[],
): HtmlValue {
  const t = visit.words('consoleMapping');
  const file = shownFile(preview, noHeader);
  const draft = draftOf(mapping.json);
  const reading = preview.encoding !== null && [
    html`<div class="row">${field('encoding', { label: t('encoding'), nameOf: (one) => t(`encodings.${one}`) })}
${field('delimiter', { label: t('delimiter'), nameOf: (one) => (one === 'tab' ? t('tab') : one) })}</div>
<p class="hint">${t('readingHint')}</p>`,
  ];
  const rows = table(t, {
    caption: t('preview'),
    part: 'preview',
    columns: file.columns.map((name) => [html`<bdi>${name}</bdi>`]),
    rows: file.rows.map((cells) => file.columns.map((_, at) => html`<bdi>${cells[at]}</bdi>`)),
  });
  if (draft === null) return [reading, rows, notice('warn', t('notForm'))];
  const used = Object.entries(draft.texts).filter(([name]) => /^(column|second)\./.test(name));
  const missing = used.map(([, column]) => column).filter((name) => !file.columns.includes(name));
  const names = [...TABLE_FIELDS[draft.kind].keys()];
  const isShown = (name: string) =>
    BASIC.has(name) || [`column.${name}`, `fixed.${name}`].some((one) => one in draft.texts);
  const row = (name: string) => fieldRow(visit, name, draft, file, categories);
  return [
    reading,
    rows,
    field('noHeader', { label: t('noHeader') }),
    missing.length > 0 && notice('warn', t('unknown', { columns: missing.join(', ') })),
    field('kind', { label: t('kind'), nameOf: (one) => t(`kinds.${one}`), hint: t('kindHint') }),
    html`<div class="mapped">${names.filter(isShown).map(row)}</div>`,
    names.some((name) => !isShown(name)) &&
      details(t('more'), html`<div class="mapped">${names.filter((name) => !isShown(name)).map(row)}</div>`),
    details(t('skip'), field('skip', { label: t('skip'), hint: t('skipHint') }), draft.texts.skip !== ''),
  ];
}

/** Fields that most shops have. */
const BASIC: ReadonlySet<string> = new Set(
  `title isbn13 externalId itemId authors publisher publishDate catalog categoryIds shopPrice salePrice cover
  orderId lineNo quantity soldAt buyer buyerType sex age authorId author categoryId categoryName parentId kind`.split(
    /\s+/,
  ),
);

/** One field: the column that fills it or, where the file has none, its default; the rest below a line to open. */
function fieldRow(
  visit: SignedInVisit,
  name: string,
  { kind, texts }: MappingDraft,
  file: ReturnType<typeof shownFile>,
  categories: readonly Category[],
): Html {
  const t = visit.words('consoleMapping');
  // Every field has a name in words.
  const label = t(`names.${name.replace('.', '_')}` as IdIn<'consoleMapping'>);
  const textOf = (part: string) => texts[`${part}.${name}`] ?? '';
  const [column, values] = [textOf('column'), textOf('values')];
  const isMapped = file.columns.includes(column);
  const sample = isMapped ? file.sample(column) : '';
  const isRequired = TABLE_REQUIRED[kind].includes(name);
  const select = (part: 'column' | 'second', text: string) =>
    html`<div class="field" data-field="${part}.${name}"><label for="${part}-${name}">${text}</label><select id="${part}-${name}" name="${part}.${name}"><option value="">${t('notMapped')}</option>${file.columns.map((one) => html`<option value="${one}"${one === textOf(part) && ' selected'}>${one}</option>`)}</select></div>`;
  const box = (part: 'fixed' | 'split' | 'date', text: string) =>
    html`<div class="field" data-field="${part}.${name}"><label for="${part}-${name}">${text}</label><input id="${part}-${name}" name="${part}.${name}" value="${textOf(part)}" maxlength="1000"></div>`;
  const options = () =>
    details(
      t('options', { field: label }),
      html`${select('second', t('second'))}${box('split', t('split'))}${isDate(kind, name) && box('date', t('date'))}<input type="hidden" name="fill.${name}" value="${textOf('fill')}">${textOf('fixed') !== '' && box('fixed', t('fixed', { field: label }))}
<div class="field" data-field="values.${name}"><label for="values-${name}">${t('values')}</label><textarea id="values-${name}" name="values.${name}" rows="3" spellcheck="false">${values || (name === 'kind' && isMapped && statusLines(file.values(column)))}</textarea><p class="hint">${t('valuesHint')}</p></div>`,
      ['second', 'split', 'date'].some((part) => textOf(part) !== '') ||
        (values !== '' && !['categoryIds', 'itemStatus'].includes(name)),
    );
  return html`<fieldset data-part="mapped-${name}"><legend>${label}${isRequired && html` <small class="soft">${t('required')}</small>`}</legend>
${select('column', t('column', { field: label }))}${sample !== '' && html`<p class="hint"><bdi>${t('sample', { sample })}</bdi></p>`}
${isMapped ? options() : box('fixed', t('fixed', { field: label }))}
${name === 'categoryIds' && isMapped && categoryChoices(visit, file.values(column), texts, categories)}</fieldset>`;
}

/** The values of a status column, with their meaning as far as we know it. */
function statusLines(values: readonly string[]): string {
  return values.map((value) => `${value} = ${VALUES.kind?.[value] ?? ''}`).join('\n');
}

function isDate(kind: TableKind, name: string): boolean {
  const type = TABLE_FIELDS[kind].get(name)?.type;
  return type === 'date' || type === 'instant';
}

/** More would be a page of megabytes; the values go into lines then. */
const CATEGORY_OPTIONS_MAX = 20_000;

/** The values of a column beside the shop's categories. One that has the name of a category is that one. */
function categoryChoices(
  visit: SignedInVisit,
  values: readonly string[],
  texts: MappingDraft['texts'],
  categories: readonly Category[],
): HtmlValue {
  if (values.length === 0 || values.length * categories.length > CATEGORY_OPTIONS_MAX) return null;
  const t = visit.words('consoleMapping');
  const chosen = new Map(Object.entries(readLines(texts['values.categoryIds'] ?? '')));
  const ids = new Set(categories.map(({ categoryId }) => categoryId));
  const idOf = (value: string) =>
    chosen.get(value) ??
    categories.find((one) => [one.fullPath, one.categoryName].includes(value))?.categoryId ??
    '';
  const isNew = categories.length === 0 || texts['create.categoryIds'] === 'yes';
  return html`<div class="categories" data-part="categories"><div class="field" data-field="create.categoryIds"><label><input type="checkbox" name="create.categoryIds" value="yes"${isNew && ' checked'}> ${t('createCategories')}</label></div>
${values
  .filter((value) => !ids.has(value))
  .map(
    (value, at) =>
      html`<div class="field" data-field="category.${at}"><input type="hidden" name="categoryValue.${at}" value="${value}"><label for="category-${at}">${t('categoryOf', { value })}</label><select id="category-${at}" name="category.${at}"><option value="">${t('notMapped')}</option>${categories.map(({ categoryId, categoryName }) => html`<option value="${categoryId}"${categoryId === idOf(value) && ' selected'}>${categoryName} (${categoryId})</option>`)}</select></div>`,
  )}</div>`;
}
