import { eastAsianWidth } from 'get-east-asian-width';
import { type Cell, cellText, type Table } from './table.ts';
import { writeZip } from './zip.ts';

/** A workbook (ISO/IEC 29500) with typed cells, a frozen header and fitting columns. Equal tables give equal bytes. */
export function writeXlsx(table: Table): Buffer {
  const { columns, rows, hasHeader } = table;
  const lastRow = Math.max(1, rows.length + (hasHeader ? 1 : 0));
  const range = `A1:${columnName(columns.length - 1)}${lastRow}`;
  const texts: SharedTexts = new Map();
  return writeZip({
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relationsXml(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': workbookXml(table, range),
    'xl/_rels/workbook.xml.rels': relationsXml(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/styles.xml': STYLES,
    // `sheetXml` fills `texts`, so it must run before `sharedXml`.
    'xl/worksheets/sheet1.xml': sheetXml(table, range, texts),
    'xl/sharedStrings.xml': sharedXml(texts),
  });
}

/** By text, its index in the shared string table. Some readers don't show texts stored anywhere else. */
type SharedTexts = Map<string, number>;

function sharedXml(texts: SharedTexts): string {
  const all = Array.from(texts.keys(), (text) => `<si>${textXml(text)}</si>`).join('');
  return `${XML_DECLARATION}<sst xmlns="${MAIN}" uniqueCount="${texts.size}">${all}</sst>`;
}

/** The width of 60 digits. */
const COLUMN_WIDTH_MAX = 60;
const CELL_MARGIN = 2;
const FILTER_ARROW = 3;

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  XML_DECLARATION +
  `<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Default Extension="xml" ContentType="application/xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>` +
  `<Override PartName="/xl/sharedStrings.xml" ContentType="${SPREADSHEET}.sharedStrings+xml"/></Types>`;

function relationsXml(...targets: readonly (readonly [type: string, path: string])[]): string {
  const relations = targets.map(
    ([type, path], at) =>
      `<Relationship Id="rId${at + 1}" Type="${OFFICE_RELATIONS}/${type}" Target="${path}"/>`,
  );
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`;
}

function workbookXml({ name, hasHeader }: Table, range: string): string {
  // Excel's own name for the filtered range. Some programs show the filter only with it.
  const filter = `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${name}!${range.replaceAll(/[A-Z]+|\d+/g, '$$$&')}</definedName>`;
  return (
    `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONS}"><bookViews><workbookView/></bookViews>` +
    `<sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets>` +
    `${hasHeader ? `<definedNames>${filter}</definedNames>` : ''}</workbook>`
  );
}

function sheetXml({ columns, rows, hasHeader }: Table, range: string, texts: SharedTexts): string {
  const widths = columns.map(({ title }) => (hasHeader ? displayWidth(title) + FILTER_ARROW : 0));
  const cellXml = (cell: Cell, at: number, row: number) => {
    const address = `${columnName(at)}${row}`;
    let width = 0;
    let xml = '';
    if (typeof cell === 'string') {
      const text = cellText(cell);
      // A fast path: a character is at most two digits wide.
      if (2 * text.length > (widths[at] ?? 0)) width = displayWidth(text);
      xml = textCellXml(address, text, LOOKS_LIKE_INPUT.test(text) ? STYLE.quotedText : STYLE.text, texts);
    } else {
      const isPrice = columns[at]?.type === 'price';
      const digits = String(cell).length;
      width = isPrice ? digits + Math.floor((digits - 1) / 3) : digits;
      xml = `<c r="${address}" s="${isPrice ? STYLE.price : STYLE.integer}"><v>${cell}</v></c>`;
    }
    widths[at] = Math.max(widths[at] ?? 0, width);
    return xml;
  };
  const header = columns.map(({ title }, at) =>
    textCellXml(`${columnName(at)}1`, cellText(title), STYLE.header, texts),
  );
  const lines = hasHeader ? [`<row r="1">${header.join('')}</row>`] : [];
  for (const row of rows) {
    const number = lines.length + 1;
    let cells = '';
    for (const [at, cell] of row.entries()) cells += cellXml(cell, at, number);
    lines.push(`<row r="${number}">${cells}</row>`);
  }
  // Without `ignoredErrors`, Excel marks an ISBN with a green corner.
  const ignored = `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`;
  const frozen = `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>`;
  return (
    `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><dimension ref="${range}"/>` +
    `<sheetViews><sheetView tabSelected="1" workbookViewId="0">${hasHeader ? frozen : ''}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.map(columnXml).join('')}</cols>` +
    `<sheetData>${lines.join('')}</sheetData>${hasHeader ? `<autoFilter ref="${range}"/>` : ''}` +
    `${ignored}</worksheet>`
  );
}

function columnXml(width: number, index: number): string {
  const shown = Math.min(width, COLUMN_WIDTH_MAX) + CELL_MARGIN;
  return `<col min="${index + 1}" max="${index + 1}" width="${shown}" bestFit="1" customWidth="1"/>`;
}

/** Texts that change once somebody edits the cell, such as "=1+1" and "'68". East Asian programs know full-width signs. */
const LOOKS_LIKE_INPUT = /^(?:[\t\n']|\s*[-=+@－＝＋＠])/;

/** An empty text becomes an empty cell, as filters and counts expect. */
function textCellXml(address: string, text: string, style: number, texts: SharedTexts): string {
  if (text === '') return `<c r="${address}" s="${style}"/>`;
  const known = texts.get(text);
  if (known === undefined) texts.set(text, texts.size);
  return `<c r="${address}" s="${style}" t="s"><v>${known ?? texts.size - 1}</v></c>`;
}

function textXml(text: string): string {
  // Excel reads "_x0041_" as an escaped "A", unless it is split between two runs.
  if (!text.includes('_x')) return runXml(text);
  const runs = text.split(/(?<=_x)(?=[0-9A-Fa-f]{4}_)/);
  return runs.length === 1 ? runXml(text) : runs.map((run) => `<r>${runXml(run)}</r>`).join('');
}

function runXml(text: string): string {
  const escaped = /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text;
  return `<t${text.trim().length < text.length ? ' xml:space="preserve"' : ''}>${escaped}</t>`;
}

function columnName(index: number): string {
  return String.fromCharCode(65 + index);
}

/** The width of a text, in digits. East Asian characters and emoji count as two digits, combining marks as none. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (width >= COLUMN_WIDTH_MAX) break;
    const code = character.codePointAt(0) ?? 0;
    width += code < 0x0300 ? 1 : code <= 0x036f ? 0 : eastAsianWidth(code);
  }
  return Math.min(width, COLUMN_WIDTH_MAX);
}

/** Indexes of the cell styles in STYLES. */
const STYLE = {
  text: 1,
  quotedText: 2,
  integer: 3,
  price: 4,
  header: 5,
} as const;

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

/** A cell style. Font 1 is bold. */
const cellFormatXml = (numberFormat: number, font = 0, more = '') =>
  `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0"${more}` +
  `${numberFormat === 0 ? '' : ' applyNumberFormat="1"'}${font === 0 ? '' : ' applyFont="1"'}/>`;

/** Strict readers require each of these lists. Number format 49 is text, so that an edited cell stays text. */
const STYLES =
  XML_DECLARATION +
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
