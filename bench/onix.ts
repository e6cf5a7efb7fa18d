/**
 * An ONIX message as it is read from a file: products a second of the reader and the checks behind it, against the bare
 * parser over the same bytes, and the most memory that the process held.
 *
 * node bench/onix.ts [megabytes] [rounds]
 */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { systemClock } from '../src/clock.ts';
import { checkRecord } from '../src/ingest/check-record.ts';
import { createOnixReader } from '../src/ingest/onix/onix-reader.ts';

const bytes = Number(process.argv[2] ?? 100) * 1024 * 1024;
const rounds = Number(process.argv[3] ?? 3);
const INTRODUCTION =
  '<p>한 사람이 서가 앞에 서서 <b>책등</b>을 손으로 훑는다. 그다음 쪽이 궁금하다.</p>'.repeat(12);

const folder = mkdtempSync(join(tmpdir(), 'seoga-onix-'));
const file = join(folder, 'message.xml');
const ours: Measured[] = [];
const bare: Measured[] = [];
try {
  await writeFile(file, message());
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure(readProducts));
    bare.push(await measure(parseOnly));
  }
} finally {
  rmSync(folder, { recursive: true });
}
const [best, floor] = [fastest(ours), fastest(bare)];
report('reader and checks', best);
report('parser alone', floor);
console.log(`ratio  ${(best.cpuMs / floor.cpuMs).toFixed(2)} by CPU`);
console.log(`most memory  ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

interface Measured {
  readonly products: number;
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function measure(work: () => Promise<number>): Promise<Measured> {
  const cpu = process.cpuUsage();
  const startMs = systemClock.monotonicMs();
  const products = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { products, wallMs: systemClock.monotonicMs() - startMs, cpuMs: (user + system) / 1000 };
}

async function readProducts(): Promise<number> {
  const reader = createOnixReader({
    currency: 'KRW',
    today: '20261121',
    subjects: new Map([['93', new Map([['FB*', '001001']])]]),
    constants: { categoryIds: ['001'] },
  });
  let products = 0;
  for await (const { records } of reader.read(createReadStream(file))) {
    for (const { value } of records) if (checkRecord(value, 0).outcome) products++;
  }
  return products;
}

async function parseOnly(): Promise<number> {
  const parser = new SaxesParser();
  let products = 0;
  parser.on('closetag', ({ name }) => {
    if (name === 'Product') products++;
  });
  for await (const piece of createReadStream(file, 'utf8')) parser.write(String(piece));
  parser.close();
  return products;
}

async function* message(): AsyncGenerator<Buffer> {
  yield Buffer.from('<?xml version="1.0" encoding="UTF-8"?><ONIXMessage release="3.0"><Header/>');
  let sent = 0;
  for (let number = 1; sent < bytes; ) {
    let piece = '';
    while (piece.length < 64 * 1024) piece += product(number++);
    const chunk = Buffer.from(piece);
    sent += chunk.length;
    yield chunk;
  }
  yield Buffer.from('</ONIXMessage>');
}

function product(number: number): string {
  const isbn = `978${String(number).padStart(10, '0')}`;
  return `<Product><RecordReference>bench.${number}</RecordReference><NotificationType>03</NotificationType>
<ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>${isbn}</IDValue></ProductIdentifier>
<DescriptiveDetail><ProductComposition>00</ProductComposition><ProductForm>BC</ProductForm>
<Measure><MeasureType>01</MeasureType><Measurement>210</Measurement><MeasureUnitCode>mm</MeasureUnitCode></Measure>
<Measure><MeasureType>02</MeasureType><Measurement>148</Measurement><MeasureUnitCode>mm</MeasureUnitCode></Measure>
<TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>서가의 책 ${number}</TitleText></TitleElement></TitleDetail>
<Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole><PersonName>지은이 ${number % 997}</PersonName></Contributor>
<Language><LanguageRole>01</LanguageRole><LanguageCode>kor</LanguageCode></Language>
<Extent><ExtentType>00</ExtentType><ExtentValue>${100 + (number % 700)}</ExtentValue><ExtentUnit>03</ExtentUnit></Extent>
<Subject><MainSubject/><SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectCode>FBA</SubjectCode></Subject></DescriptiveDetail>
<CollateralDetail><TextContent><TextType>03</TextType><ContentAudience>00</ContentAudience><Text textformat="05">${INTRODUCTION}</Text></TextContent></CollateralDetail>
<PublishingDetail><Publisher><PublishingRole>01</PublishingRole><PublisherName>서가</PublisherName></Publisher><PublishingStatus>04</PublishingStatus>
<PublishingDate><PublishingDateRole>01</PublishingDateRole><Date dateformat="00">20240501</Date></PublishingDate></PublishingDetail>
<ProductSupply><SupplyDetail><ProductAvailability>20</ProductAvailability><Price><PriceType>04</PriceType><PriceAmount>15000</PriceAmount><CurrencyCode>KRW</CurrencyCode></Price></SupplyDetail></ProductSupply></Product>\n`;
}

function fastest(measured: readonly Measured[]): Measured {
  return measured.reduce((best, one) => (one.cpuMs < best.cpuMs ? one : best));
}

function report(title: string, { products, wallMs, cpuMs }: Measured): void {
  const rate = (ms: number) => Math.round((products * 1000) / ms).toLocaleString('en-US');
  console.log(`${title.padEnd(18)} ${rate(wallMs)} products/s by wall, ${rate(cpuMs)} by CPU`);
}
