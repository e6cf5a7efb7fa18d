import type { Category } from '../../catalog/category.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { MAPPING_CHARS_MAX } from '../../ingest/feed-mappings.ts';
import type { FeedPreview } from '../../ingest/feed-preview.ts';
import type { Reason } from '../../ingest/reason.ts';
import { TABLE_FIELDS, TABLE_KINDS, TABLE_REQUIRED } from '../../ingest/record-fields.ts';
import { VALUES } from '../../ingest/table/shop-columns.ts';
import type { IdIn } from '../../messages/messages.ts';
import { flag, line, optional, or, paragraph, typed, word } from '../kit/fields.ts';
import { type DrawField, formOf } from '../kit/form.ts';
import { details, notice, table } from '../kit/ui.ts';
import type { Page, SignedInVisit, Visit } from '../kit/visit.ts';
import { type Checked, FILE_FIELDS, uploadProgress } from './feed-upload.ts';
import { draftOf, type MappingDraft, pairsIn, type ShownColumn, shownColumns } from './mapping-draft.ts';

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

/** A file whose columns or subject codes are to be mapped, with the mapping as far as it is known. */
interface Unmapped extends Pick<Checked, 'name' | 'reading'> {
  readonly preview: FeedPreview;
  readonly noHeader: boolean;
  /** Why the file can't be read with it. */
  readonly fault: Reason | null;
}

/** Says what the columns or subject codes of a file mean, beside its beginning. */
export async function mappingPage(visit: SignedInVisit, shown: Unmapped): Promise<Page> {
  const t = visit.words('consoleMapping');
  const { preview, fault, name, noHeader, reading } = shown;
  const { feedMappings, catalog } = visit.services;
  const names = (await feedMappings.list()).map((one) => one.name);
  const categories = await catalog.listCategories();
  const isOnix = preview.kind === 'onix';
  const [json, keepAs] = [reading.mapping ?? '{}', reading.mappingName ?? ''];
  const draft = draftOf(json);
  const isJsonOnly = preview.kind === 'table' && !draft.isWhole;
  const { encoding, delimiter } = preview.kind === 'table' ? preview : reading;
  const read = { encoding, delimiter: delimiter === '\t' ? 'tab' : delimiter };
  return {
    title: t('title'),
    lead: html`<bdi>${name}</bdi>: ${t(isOnix ? 'onixLead' : 'lead')}`,
    ...(fault === null ? {} : { status: 400 }),
    body: html`${fault !== null && notice('bad', html`<p>${fault[visit.language]}</p>`, { title: t('fault'), isFocused: true })}
${formOf(visit, 'map', {
  fields: { ...MAP_FIELDS, kept: optional(word(names)) },
  values: { ...draft.texts, ...read, kind: draft.kind, noHeader, json, keepAs, kept: keepAs },
  button: t('check'),
  beside: html`<button class="button" formnovalidate formaction="/portal/console/feeds?look=yes" data-head>${t('lookAgain')}</button>`,
  body: (field) => [
    names.length > 0 && field('kept', { label: t('kept'), none: t('guessed'), hint: t('keptHint') }),
    preview.kind === 'table' &&
      tablePart(
        visit,
        { draft, categories, columns: shownColumns(preview, noHeader), isText: preview.encoding !== null },
        field,
      ),
    isOnix && onixPart(visit, preview, field),
    details(
      t('asJson'),
      html`${field('json', { label: t('json'), attributes: { spellcheck: 'false', rows: 10 } })}
${field('asJson', { label: t('useJson'), attributes: { checked: isJsonOnly } })}`,
      isJsonOnly,
    ),
    field('keepAs', { label: t('keepAs'), hint: t('keepAsHint') }),
    field('file', { label: t('file', { name }), hint: t('fileHint') }),
    uploadProgress(visit),
  ],
})}`,
  };
}

type Draw = DrawField<typeof MAP_FIELDS>;

function onixPart(
  visit: Visit,
  { products, subjects }: Extract<FeedPreview, { kind: 'onix' }>,
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
    field('subjects', {
      label: t('subjects'),
      hint: t('subjectsHint'),
      attributes: { rows: 8, spellcheck: 'false' },
    }),
    field('fallback', { label: t('fallback') }),
  ];
}

interface MappedTable {
  readonly draft: MappingDraft;
  readonly columns: ReadonlyMap<string, ShownColumn>;
  readonly categories: readonly Category[];
  /** Whether its bytes are a text's, which can be read in several ways. */
  readonly isText: boolean;
}

/** Rows of the preview below the header. */
const ROWS_SHOWN = 4;

/** The fields of the chosen kind, each with the column that fills it. */
function tablePart(visit: Visit, mapped: MappedTable, field: Draw): HtmlValue {
  const t = visit.words('consoleMapping');
  const { columns, isText } = mapped;
  const { kind, texts, isWhole } = mapped.draft;
  const shown = [...columns.values()];
  const beginning = [
    isText &&
      html`<div class="row">${field('encoding', { label: t('encoding'), nameOf: (one) => t(`encodings.${one}`) })}
${field('delimiter', { label: t('delimiter'), nameOf: (one) => (one === 'tab' ? t('tab') : one) })}</div>
<p class="hint">${t('readingHint')}</p>`,
    table(t, {
      caption: t('preview'),
      part: 'preview',
      columns: [...columns.keys()].map((name) => [html`<bdi>${name}</bdi>`]),
      rows: (shown[0]?.cells ?? [])
        .slice(0, ROWS_SHOWN)
        .map((_, row) => shown.map(({ cells }) => html`<bdi>${cells[row]}</bdi>`)),
    }),
  ];
  if (!isWhole) return [beginning, notice('warn', t('notForm'))];
  const used = Object.entries(texts).filter(([name]) => /^(column|second)\./.test(name));
  const missing = used.map(([, column]) => column).filter((name) => !columns.has(name));
  const names = [...TABLE_FIELDS[kind].keys()];
  const isShown = (name: string) => BASIC.has(name) || `column.${name}` in texts || `fixed.${name}` in texts;
  const rows = (some: readonly string[]) =>
    html`<div class="mapped">${some.map((name) => fieldRow(visit, name, mapped))}</div>`;
  const others = names.filter((name) => !isShown(name));
  return [
    beginning,
    field('noHeader', { label: t('noHeader') }),
    missing.length > 0 && notice('warn', t('unknown', { columns: missing.join(', ') })),
    field('kind', { label: t('kind'), nameOf: (one) => t(`kinds.${one}`), hint: t('kindHint') }),
    rows(names.filter(isShown)),
    others.length > 0 && details(t('more'), rows(others)),
    details(t('skip'), field('skip', { label: t('skip'), hint: t('skipHint') }), texts.skip !== ''),
  ];
}

/** Fields that most shops have. */
const BASIC: ReadonlySet<string> = new Set(
  `title isbn13 externalId itemId authors publisher publishDate catalog categoryIds shopPrice salePrice cover
  orderId lineNo quantity soldAt buyer buyerType sex age authorId author categoryId categoryName parentId kind`.split(
    /\s+/,
  ),
);

export function fieldName(visit: Visit, field: string): string {
  // Every field has one.
  return visit.words('consoleMapping')(`names.${field.replace('.', '_')}` as IdIn<'consoleMapping'>);
}

/** What the form doesn't show, as it was. */
const KEPT = ['fill', 'secondOf', 'secondValues', 'secondFill'] as const;

/** One field: the column that fills it or, where the file has none, its default; the rest below a line to open. */
function fieldRow(visit: Visit, name: string, { draft, columns, categories }: MappedTable): Html {
  const t = visit.words('consoleMapping');
  const { kind, texts } = draft;
  const label = fieldName(visit, name);
  const textOf = (part: string) => texts[`${part}.${name}`] ?? '';
  const values = textOf('values');
  const column = columns.get(textOf('column'));
  const cells = column?.cells.filter((cell) => cell !== '') ?? [];
  const sample = cells.slice(0, 2).join(', ');
  const isDate = ['date', 'instant'].includes(TABLE_FIELDS[kind].get(name)?.type ?? '');
  // Of a status, its values with their meaning as far as we know it.
  const statuses = name === 'kind' ? column?.values.map((one) => `${one} = ${VALUES.kind?.[one] ?? ''}`) : [];
  const isRequired = TABLE_REQUIRED[kind].includes(name);
  const select = (part: 'column' | 'second', text: string) =>
    html`<div class="field" data-field="${part}.${name}"><label for="${part}-${name}">${text}</label><select id="${part}-${name}" name="${part}.${name}"><option value="">${t('notMapped')}</option>${[...columns.keys()].map((one) => html`<option value="${one}"${one === textOf(part) && ' selected'}>${one}</option>`)}</select></div>`;
  const box = (part: 'fixed' | 'split' | 'date', text: string) =>
    html`<div class="field" data-field="${part}.${name}"><label for="${part}-${name}">${text}</label><input id="${part}-${name}" name="${part}.${name}" value="${textOf(part)}" maxlength="1000"></div>`;
  const options = () =>
    details(
      t('options', { field: label }),
      html`${select('second', t('second'))}${box('split', t('split'))}${isDate && box('date', t('date'))}${KEPT.map((part) => html`<input type="hidden" name="${part}.${name}" value="${textOf(part)}">`)}${textOf('fixed') !== '' && box('fixed', t('fixed', { field: label }))}
<div class="field" data-field="values.${name}"><label for="values-${name}">${t('values')}</label><textarea id="values-${name}" name="values.${name}" rows="3" spellcheck="false">${values || statuses?.join('\n')}</textarea><p class="hint">${t('valuesHint')}</p></div>`,
      ['second', 'split', 'date'].some((part) => textOf(part) !== '') ||
        (values !== '' && !['categoryIds', 'itemStatus'].includes(name)),
    );
  return html`<fieldset data-part="mapped-${name}"><legend>${label}${isRequired && html` <small class="soft">${t('required')}</small>`}</legend>
${select('column', t('column', { field: label }))}${sample !== '' && html`<p class="hint"><bdi>${t('sample', { sample })}</bdi></p>`}
${column === undefined ? box('fixed', t('fixed', { field: label })) : options()}
${name === 'categoryIds' && column !== undefined && categoryChoices(visit, column.values, texts, categories)}</fieldset>`;
}

/** More would be a page of megabytes; the values go into lines then. */
const CATEGORY_OPTIONS_MAX = 20_000;

/** The values of a column beside the shop's categories. One that has the name of a category is that one. */
function categoryChoices(
  visit: Visit,
  values: readonly string[],
  texts: MappingDraft['texts'],
  categories: readonly Category[],
): HtmlValue {
  if (values.length === 0 || values.length * categories.length > CATEGORY_OPTIONS_MAX) return null;
  const t = visit.words('consoleMapping');
  const chosen = new Map(pairsIn(texts['values.categoryIds'] ?? ''));
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
