import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { writeZip } from '../../../src/export/zip.ts';
import { openArchive } from '../../../src/ingest/file-kind.ts';
import { openWorkbook } from '../../../src/ingest/table/xlsx-rows.ts';
import { message } from '../../../src/messages/messages.ts';
import { fc } from '../../support/properties.ts';
import { read, reasonOf } from '../read-file.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Sheets = readonly (readonly [name: string, rows: string, state?: string])[];

/** A workbook of one sheet, or of several; its other parts may be replaced. */
function workbookOf(rows: string | Sheets, parts: Readonly<Record<string, string>> = {}): Buffer {
  const sheets: Sheets = typeof rows === 'string' ? [['', rows]] : rows;
  const relations = (...targets: readonly (readonly [string, string])[]) =>
    `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="r${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const list = sheets.map(
    ([name, , state = 'visible'], at) => `<sheet name="${name}" state="${state}" r:id="r${at + 1}"/>`,
  );
  const paths = sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const);
  return writeZip({
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns:r="${RELATIONS}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...paths,
      ['sharedStrings', '/xl/sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
    ...Object.fromEntries(
      sheets.map(([, data], at) => [
        `xl/${paths[at]?.[1]}`,
        `<?xml version="1.0"?><worksheet><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  });
}

/** The rows of the first sheet. */
async function* blocksOf(workbook: Buffer) {
  const [sheet] = await openWorkbook(await openArchive(workbook));
  if (sheet !== undefined) yield* sheet.rows();
}

/** The rows that hold anything, by their numbers. */
async function rowsOf(workbook: Buffer): Promise<Record<number, readonly string[]>> {
  const rows: Record<number, readonly string[]> = {};
  for await (const block of blocksOf(workbook)) {
    for (const [at, cells] of block.rows.entries()) if (cells.length > 0) rows[block.firstRow + at] = cells;
  }
  return rows;
}

const refusalOf = (workbook: Buffer) => reasonOf(rowsOf(workbook));

/** The workbook, with a directory that says how many bytes its sheet unpacks to. */
function claiming(workbook: Buffer, bytes: number): Buffer {
  const claimed = Buffer.from(workbook);
  const at = claimed.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
  assert.equal(claimed.readUInt32LE(at), 0x02014b50);
  claimed.writeUInt32LE(bytes, at + 24);
  return claimed;
}

const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('xlsx workbooks', () => {
  it('rows are handed on before many long ones are together', async () => {
    const word = (at: number) => String((at * 7919) % 99_999_989).padStart(8, '0');
    const long = Array.from({ length: 2 ** 17 }, (_, at) => word(at)).join('');
    const rows = Array.from({ length: 12 }, () => `<row>${text('A1', long)}${text('B1', long)}</row>`);
    const blocks = await Array.fromAsync(blocksOf(workbookOf(rows.join(''))));
    const rowCounts = blocks.map((block) => block.rows.length);
    assert.deepEqual(rowCounts, Array(6).fill(2));
  });

  it('cells of every type become the text that a CSV file would have', async () => {
    const workbook = workbookOf(
      `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="s"><v>0</v></c>${text('D1', 'a_x000D_&amp;b')}</row>
       <row><c><v>9788936434595</v></c><c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c><c t="str"><f>A1</f><v>합</v></c></row>
       <row><c s="1"><v>45413</v></c><c s="2"><v>45413.5730324074</v></c><c s="3"><v>12900</v></c><c s="1"><v>59</v></c></row>
       <row><c><v>2026110600000012</v></c><c><v>20261106000000123456</v></c></row>`,
      {
        'xl/sharedStrings.xml':
          '<sst><si><r><t>나</t></r><r><t xml:space="preserve"> 다</t></r><rPh><t>읽기</t></rPh></si><si><t>가</t></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;년&quot; h:mm"/><numFmt numFmtId="165" formatCode="#,##0&quot;days&quot;"/></numFmts>' +
          '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      },
    );
    assert.deepEqual(await rowsOf(workbook), {
      1: ['가', '', '나 다', 'a\r&b'],
      2: ['9788936434595', 'true', '#DIV/0!', '합'],
      3: ['2024-05-01', '2024-05-01 13:45:10', '12900', '1900-02-28'],
      4: ['2026110600000012', '2.02611060000001e+19'],
    });
  });

  it('a sheet with prefixed names and days since 1904 is the same sheet', async () => {
    const workbook = workbookOf('', {
      'xl/workbook.xml': `<x:workbook xmlns:x="main" xmlns:q="${RELATIONS}"><x:workbookPr date1904="1"/><x:sheets><x:sheet q:id="r1"/></x:sheets></x:workbook>`,
      'xl/worksheets/sheet1.xml':
        '<x:worksheet xmlns:x="main"><x:sheetData><x:row><x:c s="0"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    });
    assert.deepEqual(await rowsOf(workbook), { 1: ['1904-01-02'] });
  });

  it('the first visible sheet with a table is read, and the others are named', async () => {
    const books = `<row>${text('A1', 'itemId')}${text('B1', 'title')}</row><row><c r="A2"><v>7</v></c>${text('B2', '가')}</row>`;
    const old = books.replace('가', '나');
    const guide = `<row>${text('A1', '항목')}${text('B1', '설명')}</row><row>${text('A2', 'ISBN')}${text('B2', '13자리')}</row>`;
    const workbooks: readonly Sheets[] = [
      [
        ['안내', guide],
        ['책', books],
        ['지난달', old],
      ],
      [
        ['빈 시트', ''],
        ['책', books],
      ],
      [
        ['숨김', old, 'hidden'],
        ['아주 숨김', old, 'veryHidden'],
        ['책', books],
      ],
    ];
    for (const sheets of workbooks) {
      const { records, readAs } = await read(workbookOf(sheets));
      assert.deepEqual(records, [{ kind: 'item', itemId: 7, title: '가' }]);
      const others = sheets.map(([name]) => name).filter((name) => name !== '책');
      assert.deepEqual(readAs.sheet, { name: '책', others });
    }
    const noTable: Sheets = [
      ['빈 시트', ''],
      ['안내', guide],
    ];
    await assert.rejects(read(workbookOf(noTable)), /\(항목, 설명\)/);
  });

  it('failed cells and formulas without values are no values, and merged cells have theirs in every row', async () => {
    const cell = (at: string, type: string, inside: string) => `<c r="${at}" t="${type}">${inside}</c>`;
    const rows = [
      text('A1', 'externalId') + text('B1', 'salePrice') + text('C1', 'title'),
      text('A2', 'x') + cell('B2', 'e', '<v>#N/A</v>') + text('C2', '가'),
      cell('B3', 'n', '<f>A1</f>') + text('C3', '나'),
      text('A4', 'y') + cell('B4', 'str', '<f>A1</f><v></v>') + text('C4', '다'),
      cell('B5', 'n', '<f>A1</f><v>900</v>') + text('C5', '라'),
    ];
    const sheet = rows.map((cells) => `<row>${cells}</row>`).join('');
    const merged = '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>';
    const xml = `<worksheet><sheetData>${sheet}</sheetData>${merged}</worksheet>`;
    const { raw, warnings } = await read(workbookOf('', { 'xl/worksheets/sheet1.xml': xml }));
    const found = raw.map(({ value, lost }) => [Object(value).externalId, lost?.get('salePrice')?.en]);
    const shown = { shown: '"#N/A"' };
    assert.deepEqual(found, [
      ['x', message('feeds.failedCell', shown).en],
      ['x', message('feeds.formulaOnly').en],
      ['y', undefined],
      [undefined, undefined],
    ]);
    assert.deepEqual(warnings, [`3: : ${message('feeds.mergedCells').en}`]);
  });

  it('an empty cell far below, a formatted one and a row without cells cost nothing', async () => {
    const far =
      '<row r="1048575"><c r="XFD1048575" s="1"/></row><row r="1048576"><c r="B1048576"><v>7</v></c></row>';
    let blocks = 0;
    const workbook = workbookOf(
      `<row r="1">${text('A1', 'title')}</row><row r="3">${text('A3', '가')}</row>${far}`,
    );
    for await (const { rows } of blocksOf(workbook)) blocks += rows.length;
    assert.deepEqual(await rowsOf(workbook), { 1: ['title'], 3: ['가'], 1048576: ['', '7'] });
    assert.equal(blocks, 4, 'one empty row between the first two, none of the million behind them');
  });

  it('what no table of books has is refused, by its place', async () => {
    const cases: [string, RegExp][] = [
      ['<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', /cell XFD1048576 is beyond column 1000/],
      ['<row r="2"><c r="ALM2"><v>1</v></c></row>', /cell ALM2 is beyond column 1000/],
      ['<row r="1048577"><c r="A1048577"><v>1</v></c></row>', /more than 1048576 rows/],
      [
        `<row r="2">${text('A2', 'a')}</row><row r="2">${text('A2', 'b')}</row>`,
        /row 2 .* repeated or out of order/,
      ],
      [`<row r="1">${text('A1', 'x'.repeat(4_200_000))}</row>`, /4194304 characters/],
      ['<a>'.repeat(200), /more than 100 elements inside each other/],
      ['<row', /./],
    ];
    for (const [sheet, reason] of cases) assert.match(await refusalOf(workbookOf(sheet)), reason);
    const last = await rowsOf(workbookOf('<row r="2"><c r="ALL2"><v>1</v></c></row>'));
    assert.deepEqual(Object.keys(last), ['2']);
    const doctype = '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>';
    for (const [part, content, reason] of [
      ['xl/worksheets/sheet1.xml', doctype, /no DOCTYPE/],
      ['xl/workbook.xml', '<workbook/>', /no sheet that can be read/],
    ] as const)
      assert.match(await reasonOf(read(workbookOf('', { [part]: content }))), reason);
    assert.match(await refusalOf(Buffer.from('PK\u0003\u0004 no archive at all')), /./);
  });

  it('a workbook that unpacks to far more than any table does is refused before and while it unpacks', async () => {
    const blanks = workbookOf(' '.repeat(20 * 1024 * 1024));
    assert.ok(blanks.length < 50_000);
    assert.match(await refusalOf(blanks), /unpacks to more than 200 times its size/);
    assert.match(await refusalOf(claiming(blanks, 100)), /too many bytes/);
  });

  it('a workbook whose parts unpack to 500 MB together is refused by its directory', async () => {
    const large = workbookOf('', { 'xl/media/image1.png': randomBytes(3 * 1024 * 1024).toString('base64') });
    const claimed = claiming(large, 500 * 1024 * 1024);
    assert.equal(await refusalOf(claimed), message('feeds.workbookUnpacks', { max: 500 }).en);
  });

  it('rows that all name one long text are refused by their sum, whatever each of them holds', async () => {
    const shared = Array.from({ length: 250_000 }, (_, at) => (at * 7919).toString(36)).join(' ');
    const rows = (count: number) =>
      workbookOf('<row><c t="s"><v>0</v></c></row>'.repeat(count), {
        'xl/sharedStrings.xml': `<sst><si><t>${shared}</t></si></sst>`,
      });
    const limit = 1024 ** 3;
    assert.equal(await refusalOf(rows(Math.floor(limit / shared.length))), 'read');
    const refused = await refusalOf(rows(Math.ceil(limit / shared.length) + 1));
    assert.equal(refused, message('feeds.workbookShared', { max: limit }).en);
  });

  it('a damaged workbook is refused or read as it was, never as other words or an error of ours', async () => {
    const titles = '강가의 등불, 느린 우체국, 바람 도서관, 소금 일기, 겨울 목수, 푸른 계단';
    const whole = workbookOf(`<row>${text('A1', 'title')}</row><row>${text('A2', titles)}</row>`);
    const { records } = await read(whole);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        const reading = read(damaged);
        const found = (await reasonOf(reading)) === 'read' ? (await reading).records : [];
        assert.deepEqual(found, found.length === 0 ? [] : records);
      }),
      { numRuns: 300 },
    );
  });
});
