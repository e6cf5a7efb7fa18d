import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { writeZip } from '../../src/export/zip.ts';
import { RECOGNISE } from '../../src/ingest/choose-reader.ts';
import { previewFeed } from '../../src/ingest/feed-preview.ts';
import { UnreadableInputError } from '../../src/ingest/text/input.ts';
import { assertLinear } from '../support/linear-time.ts';
import { feedKit } from './feed-kit.ts';
import { author, cancel, category, fullItem, remove, sale } from './sample-records.ts';

const LENGTH = 25_000;
const SIGNS = ['[', '<', '(', '"', '&', ',', ' ', '\u00a0', '\n'];

/** The text with each place of it in turn replaced. */
function variants(text: string, places: RegExp, value: string): string[] {
  return [...text.matchAll(places)].map(
    ({ 0: found, index }) => text.slice(0, index) + value + text.slice(index + found.length),
  );
}

const inXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
/** Texts and attributes. */
const XML_PLACES = /(?<=>)[^<>]+(?=<)|(?<==")[^"]*(?=")/g;

const PRODUCT = `<RecordReference>1</RecordReference><NotificationType>03</NotificationType>
<ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9788954655972</IDValue></ProductIdentifier>
<DescriptiveDetail><ProductForm>BC</ProductForm><Measure><MeasureType>01</MeasureType><Measurement>7</Measurement>
<MeasureUnitCode>in</MeasureUnitCode></Measure><Collection><TitleDetail><TitleElement><TitleText>Sea</TitleText>
</TitleElement></TitleDetail></Collection><TitleDetail><TitleType>01</TitleType><TitleElement>
<TitleElementLevel>01</TitleElementLevel><PartNumber>1</PartNumber><TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Whale</TitleWithoutPrefix>
<Subtitle>A Novel</Subtitle></TitleElement></TitleDetail><Contributor><SequenceNumber>1</SequenceNumber>
<ContributorRole>A01</ContributorRole><PersonNameInverted>Kim, Y</PersonNameInverted></Contributor><Contributor>
<KeyNames>Lee</KeyNames></Contributor><Language><LanguageRole>01</LanguageRole></Language><Extent>
<ExtentType>00</ExtentType><ExtentValue>365</ExtentValue><ExtentUnit>03</ExtentUnit></Extent><Subject>
<SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectCode>FBA</SubjectCode></Subject></DescriptiveDetail>
<CollateralDetail><TextContent><TextType>03</TextType><Text textformat="05">x</Text></TextContent><SupportingResource>
<ResourceContentType>01</ResourceContentType><ResourceVersion><ResourceLink>https://a.example/</ResourceLink>
</ResourceVersion></SupportingResource></CollateralDetail><PublishingDetail><Publisher>
<PublisherName>P</PublisherName></Publisher><PublishingStatus>04</PublishingStatus><PublishingDate>
<PublishingDateRole>01</PublishingDateRole><Date dateformat="01">202305</Date></PublishingDate></PublishingDetail>
<ProductSupply><Market><Territory><RegionsIncluded>ROW</RegionsIncluded></Territory></Market><SupplyDetail><ProductAvailability>21</ProductAvailability><Price><PriceType>04</PriceType>
<PriceAmount>9000</PriceAmount><CurrencyCode>KRW</CurrencyCode></Price></SupplyDetail></ProductSupply>`;

const WORKBOOK = {
  '_rels/.rels':
    '<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/b.xml"/></Relationships>',
  'xl/b.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="r1"/></sheets></workbook>',
  'xl/_rels/b.xml.rels':
    '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="t.xml"/><Relationship Id="r3" Type="x/styles" Target="y.xml"/></Relationships>',
  'xl/s.xml':
    '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>title</t></is></c><c t="s"><v>0</v></c><c t="inlineStr"><is><t>publishDate</t></is></c></row><row><c t="str"><v>책</v></c><c><v>1</v></c><c s="0"><v>45413</v></c></row></sheetData></worksheet>',
  'xl/t.xml': '<sst><si><t>shopPrice</t></si></sst>',
  'xl/y.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>',
};

const TABLE = [
  '"도서명","ISBN","저자","출판사","출간일","정가","판매가","분류","소개"',
  '"책","9788954655972","김 지음","서가","2024-01-01","12,000","10,800","소설","글"',
];

/** By the format, files that have a text in each of their places in turn. */
const FILES: Readonly<Record<string, (text: string) => readonly (string | Buffer)[]>> = {
  'JSON Lines': (text) => {
    const records = [category, author, fullItem, remove, sale, cancel].map((one) => JSON.stringify(one));
    const places = /(?<=[:[,])(?:"[^"]*"(?!:)|\d[\d.]*)|"[^"]*"(?=:)/g;
    return [records.flatMap((record) => variants(record, places, JSON.stringify(text))).join('\n')];
  },
  CSV: (text) => {
    const cell = `"${text.replaceAll('"', '""')}"`;
    const [header = '', row = ''] = TABLE;
    const headers = variants(header, /"[^"]*"/g, cell).map((one) => `${one}\n${row}\n`);
    return [...headers, [header, ...variants(row, /"[^"]*"/g, cell)].join('\n'), `${header}\n${text}`];
  },
  ONIX: (text) => {
    const products = variants(PRODUCT, XML_PLACES, inXml(text)).map((one) => `<Product>${one}</Product>`);
    return [`<ONIXMessage>${products.join('')}</ONIXMessage>`, `<ONIXMessage><Product>${text}`];
  },
  'Excel workbook': (text) =>
    Object.entries(WORKBOOK).flatMap(([path, part]) =>
      variants(part, XML_PLACES, inXml(text)).map((one) => writeZip({ ...WORKBOOK, [path]: one })),
    ),
};

const orRefused = (error: unknown) => assert.ok(error instanceof UnreadableInputError, String(error));

for (const [format, filesOf] of Object.entries(FILES))
  test(`time grows with the length of the texts in a file: ${format}`, async (t) => {
    const feed = feedKit(t);
    const reading = { ...RECOGNISE, currency: 'KRW' };
    const take = async (text: string) => {
      for (const file of filesOf(text)) {
        const bytes = Buffer.from(file);
        await feed.import(bytes, { dryRun: true, reading }).catch(orRefused);
        const preview = { ...reading, today: '20261121' };
        await previewFeed(Readable.from([bytes]), preview).catch(orRefused);
      }
    };
    for (const sign of SIGNS) {
      const textOf = (length: number) => `a${sign.repeat(length)}b`;
      await assertLinear(`${format} of ${JSON.stringify(sign)}`, textOf, LENGTH, take);
    }
  });
