import { eastAsianWidth } from 'get-east-asian-width';
import { type Cell, type Column, cellText, type Table } from './table.ts';
import { writeZip } from './zip.ts';

/**
 * A table as an Excel workbook (ISO/IEC 29500) with one sheet: typed cells, a frozen header with filters, columns as
 * wide as their content. Equal tables give equal bytes. Throws if a cell doesn't fit its column's type, which is a bug
 * of the program, never of the data.
 */
export function writeXlsx(table: Table): Buffer {
  if (!/^\w{1,31}$/.test(table.name)) throw new RangeError(`no name for a sheet: ${table.name}`);
  if (table.rows.length >= ROWS_MAX) throw new RangeError(`too many rows for a sheet: ${table.rows.length}`);
  const files = [
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', PACKAGE_RELATIONS],
    ['xl/workbook.xml', workbookXml(table)],
    ['xl/_rels/workbook.xml.rels', WORKBOOK_RELATIONS],
    ['xl/styles.xml', stylesXml],
    ['xl/worksheets/sheet1.xml', sheetXml(table)],
  ] as const;
  return writeZip(files.map(([name, xml]) => ({ name, content: Buffer.from(XML_DECLARATION + xml) })));
}

/** Rows of a sheet, header included. */
const ROWS_MAX = 1_048_576;
/** Maximum width of a column, in digits, so that the next one stays visible. */
const COLUMN_WIDTH_MAX = 60;
/** Space beside the text for the cell's margins and the filter arrow in the header. */
const CELL_MARGIN = 2;
const FILTER_ARROW = 3;

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  `<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Default Extension="xml" ContentType="application/xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`;

const PACKAGE_RELATIONS =
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const WORKBOOK_RELATIONS =
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
  `<Relationship Id="rId2" Type="${OFFICE_RELATIONS}/styles" Target="styles.xml"/></Relationships>`;

function workbookXml(table: Table): string {
  // Excel itself uses this name for the filtered range; some programs show the filter only with it.
  const lastCell = `$${columnName(table.columns.length - 1)}$${table.rows.length + 1}`;
  const filter = `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${table.name}!$A$1:${lastCell}</definedName>`;
  return (
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONS}"><bookViews><workbookView/></bookViews>` +
    `<sheets><sheet name="${table.name}" sheetId="1" r:id="rId1"/></sheets>` +
    `${table.hasHeader ? `<definedNames>${filter}</definedNames>` : ''}</workbook>`
  );
}

function sheetXml(table: Table): string {
  const { columns, rows, hasHeader } = table;
  const names = columns.map((_, index) => columnName(index));
  const widths = columns.map((column) =>
    hasHeader ? displayWidth(column.title, COLUMN_WIDTH_MAX) + FILTER_ARROW : 0,
  );
  const lines: string[] = [];
  if (hasHeader) lines.push(headerXml(columns, names));
  for (const row of rows) lines.push(rowXml(row, lines.length + 1, columns, names, widths));
  const lastRow = Math.max(1, lines.length);
  const range = `A1:${names.at(-1)}${lastRow}`;
  const frozen = `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>`;
  return (
    `<worksheet xmlns="${MAIN}"><dimension ref="${range}"/>` +
    `<sheetViews><sheetView tabSelected="1" workbookViewId="0">${hasHeader ? frozen : ''}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.map(columnXml).join('')}</cols>` +
    `<sheetData>${lines.join('')}</sheetData>${hasHeader ? `<autoFilter ref="${range}"/>` : ''}` +
    `${numbersAsTextXml(columns, names, lastRow)}</worksheet>`
  );
}

function columnXml(width: number, index: number): string {
  const shown = Math.min(width, COLUMN_WIDTH_MAX) + CELL_MARGIN;
  return `<col min="${index + 1}" max="${index + 1}" width="${shown}" bestFit="1" customWidth="1"/>`;
}

/** An ISBN is text on purpose, so no green corner should mark it as a mistake. */
function numbersAsTextXml(columns: readonly Column[], names: readonly string[], lastRow: number): string {
  const ranges = columns.flatMap(({ type }, i) =>
    type === 'text' ? [`${names[i]}1:${names[i]}${lastRow}`] : [],
  );
  if (ranges.length === 0) return '';
  return `<ignoredErrors><ignoredError sqref="${ranges.join(' ')}" numberStoredAsText="1"/></ignoredErrors>`;
}

function headerXml(columns: readonly Column[], names: readonly string[]): string {
  const cells = columns.map(({ title }, i) => textCellXml(`${names[i]}1`, cellText(title), STYLE.header));
  return `<row r="1">${cells.join('')}</row>`;
}

/** Widens `widths` to fit the row. */
function rowXml(
  row: readonly Cell[],
  rowNumber: number,
  columns: readonly Column[],
  names: readonly string[],
  widths: number[],
): string {
  if (row.length !== columns.length)
    throw new RangeError(`${row.length} cells for ${columns.length} columns`);
  let xml = `<row r="${rowNumber}">`;
  for (let i = 0; i < row.length; i++) {
    const cell = row[i];
    const type = columns[i]?.type;
    const place = `${names[i]}${rowNumber}`;
    let width = 0;
    if (type === 'text' && typeof cell === 'string') {
      const text = cellText(cell);
      // Most texts are shorter than the widest one, whatever their characters.
      if (2 * text.length > (widths[i] ?? 0)) width = displayWidth(text, COLUMN_WIDTH_MAX);
      xml += textCellXml(place, text, LOOKS_LIKE_INPUT.test(text) ? STYLE.quotedText : STYLE.text);
    } else if (type !== 'text' && typeof cell === 'number' && Number.isSafeInteger(cell)) {
      const digits = String(cell).length;
      width = type === 'price' ? digits + Math.floor((digits - 1) / 3) : digits;
      xml += `<c r="${place}" s="${type === 'price' ? STYLE.price : STYLE.integer}"><v>${cell}</v></c>`;
    } else {
      throw new TypeError(`${place}: a ${typeof cell} does not fit a column of type ${type}`);
    }
    widths[i] = Math.max(widths[i] ?? 0, width);
  }
  return `${xml}</row>`;
}

/**
 * Beginnings that a spreadsheet program interprets as a formula, its own quote or a stray key once the cell is edited;
 * Chinese, Japanese and Korean programs also interpret the wide forms.
 */
const LOOKS_LIKE_INPUT = /^(?:[\t\n']|\s*[-=+@－＝＋＠])/;

/** An empty text is an empty cell, as filters and counts expect. */
function textCellXml(place: string, text: string, style: number): string {
  if (text === '') return `<c r="${place}" s="${style}"/>`;
  return `<c r="${place}" s="${style}" t="inlineStr"><is>${textXml(text)}</is></c>`;
}

function textXml(text: string): string {
  // Excel reads "_x0041_" as an escaped "A". Split into two runs, every reader shows it as it is.
  if (!text.includes('_x')) return runXml(text);
  const runs = text.split(/(?<=_x)(?=[0-9A-Fa-f]{4}_)/);
  return runs.length === 1 ? runXml(text) : runs.map((run) => `<r>${runXml(run)}</r>`).join('');
}

function runXml(text: string): string {
  const escaped = /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text;
  return text.trim().length < text.length ? `<t xml:space="preserve">${escaped}</t>` : `<t>${escaped}</t>`;
}

/** A, B, … Z, AA, … of a 0-based column. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

/**
 * The width of a text, in digits: Chinese, Japanese and Korean characters and pictures count as two, combining marks as
 * none. Stops counting at `max`.
 */
function displayWidth(text: string, max: number): number {
  let width = 0;
  for (const character of text) {
    if (width >= max) return max;
    width += characterWidth(character.codePointAt(0) ?? 0);
  }
  return Math.min(width, max);
}

function characterWidth(codePoint: number): number {
  if (codePoint < 0x0300) return 1;
  if (codePoint <= 0x036f) return 0;
  return eastAsianWidth(codePoint);
}

/** Places of the cell styles in stylesXml. */
const STYLE = {
  text: 1,
  /** Text that would be read as a formula once the cell is edited. */
  quotedText: 2,
  integer: 3,
  price: 4,
  header: 5,
} as const;

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

/** A style of cells: a number format that every program knows by its number, and the first or second font. */
const cellFormatXml = (numberFormat: number, font = 0, more = '') =>
  `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0"${more}` +
  `${numberFormat === 0 ? '' : ' applyNumberFormat="1"'}${font === 0 ? '' : ' applyFont="1"'}/>`;

/**
 * styles.xml of a workbook. Strict readers require each of these lists, the two fills that come first in any workbook,
 * and the style "Normal". Text cells have the text format, 49, so an edited one stays text as well.
 */
const stylesXml =
  `<styleSheet xmlns="${MAIN}">` +
  `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="6">${cellFormatXml(0)}${cellFormatXml(49)}${cellFormatXml(49, 0, ' quotePrefix="1"')}` +
  `${cellFormatXml(1)}${cellFormatXml(3)}${cellFormatXml(49, 1)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '<dxfs count="0"/><tableStyles count="0" defaultTableStyle="TableStyleMedium9" defaultPivotStyle="PivotStyleLight16"/>' +
  '</styleSheet>';
