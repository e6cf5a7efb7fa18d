/** Numbers of the cell styles below. */
export const STYLE = {
  text: 1,
  /** Text that would be read as a formula once the cell is edited. */
  quotedText: 2,
  integer: 3,
  price: 4,
  header: 5,
} as const;

/** Number formats that every program knows by number. */
const FORMAT = { general: 0, integer: 1, thousands: 3, text: 49 } as const;

const REGULAR = 0;
const BOLD = 1;

/**
 * styles.xml of a workbook. Strict readers require each of these lists, the two fills that come first in any workbook,
 * and the style "Normal". Text cells have the text format, so an edited one stays text as well.
 */
export const stylesXml =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  `<fonts count="2"><font>${fontXml()}</font><font><b/>${fontXml()}</font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="6">${[
    cellFormatXml(FORMAT.general, REGULAR),
    cellFormatXml(FORMAT.text, REGULAR),
    cellFormatXml(FORMAT.text, REGULAR, ' quotePrefix="1"'),
    cellFormatXml(FORMAT.integer, REGULAR),
    cellFormatXml(FORMAT.thousands, REGULAR),
    cellFormatXml(FORMAT.text, BOLD),
  ].join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '<dxfs count="0"/><tableStyles count="0" defaultTableStyle="TableStyleMedium9" defaultPivotStyle="PivotStyleLight16"/>' +
  '</styleSheet>';

function fontXml(): string {
  return '<sz val="11"/><name val="Calibri"/><family val="2"/>';
}

function cellFormatXml(numberFormat: number, font: number, more = ''): string {
  const applied = `${numberFormat === 0 ? '' : ' applyNumberFormat="1"'}${font === 0 ? '' : ' applyFont="1"'}`;
  return `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0"${more}${applied}/>`;
}
