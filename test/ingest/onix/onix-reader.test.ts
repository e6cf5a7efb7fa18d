import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import iconv from 'iconv-lite';
import { fc } from '../../support/properties.ts';
import { read as readFile, refusalOf as refusalOfFile } from '../read-file.ts';

const MAPPING = JSON.stringify({
  subjects: { 93: { FBA: '001001001', 'FB*': '001001' } },
  constants: { categoryIds: ['009'], catalog: 'BOOK' },
});
const ONIX = { format: 'onix', mapping: MAPPING } as const;
const refusalOf = (xml: string | Buffer) => refusalOfFile(xml, ONIX);

async function read(xml: string | Buffer, pieces = 1) {
  const { records, problems, warnings } = await readFile(xml, { ...ONIX, pieces });
  return { records: records as Record<string, unknown>[], problems, warnings };
}

const product = (inside: string, type = '03') =>
  `<Product><RecordReference>ref-1</RecordReference><NotificationType>${type}</NotificationType>${inside}</Product>`;
const message = (...products: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><ONIXMessage release="3.0"><Header/>${products.join('')}</ONIXMessage>`;

const TITLE =
  '<TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Whale</TitleWithoutPrefix><Subtitle>A Novel</Subtitle></TitleElement></TitleDetail>';
const subject = (scheme: string, code: string, main = '') =>
  `<Subject>${main}<SubjectSchemeIdentifier>${scheme}</SubjectSchemeIdentifier><SubjectCode>${code}</SubjectCode></Subject>`;
const price = (type: string, amount: string, currency: string, dates = '') =>
  `<Price><PriceType>${type}</PriceType><PriceAmount>${amount}</PriceAmount><CurrencyCode>${currency}</CurrencyCode>${dates}</Price>`;
const supply = (...inside: string[]) =>
  `<ProductSupply><SupplyDetail><ProductAvailability>21</ProductAvailability>${inside.join('')}</SupplyDetail></ProductSupply>`;
/** A whole record, an update of a block, and a removal. */
const BLOCKS = [product(TITLE, '01'), product(supply(price('04', '9000', 'KRW')), '04'), product('', '05')];
const onlyRecord = async (...inside: string[]) =>
  (await read(message(product(inside.join(''))))).records[0] ?? {};

describe('ONIX', () => {
  it('a product becomes an item with the fields that it gives', async () => {
    const record = await onlyRecord(
      '<ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>978-89-5465-597-2</IDValue></ProductIdentifier>',
      `<DescriptiveDetail><ProductForm>BC</ProductForm>
        <Measure><MeasureType>01</MeasureType><Measurement>7.5</Measurement><MeasureUnitCode>in</MeasureUnitCode></Measure>
        <Measure><MeasureType>08</MeasureType><Measurement>0.4</Measurement><MeasureUnitCode>kg</MeasureUnitCode></Measure>
        ${TITLE}
        <Contributor><SequenceNumber>2</SequenceNumber><ContributorRole>B06</ContributorRole><NamesBeforeKey>Chi-Young</NamesBeforeKey><KeyNames>Kim</KeyNames></Contributor>
        <Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole><PersonName>천명관</PersonName></Contributor>
        <Extent><ExtentType>00</ExtentType><ExtentValue>365</ExtentValue><ExtentUnit>03</ExtentUnit></Extent>
        ${subject('93', 'FBC')}${subject('93', 'FBA', '<MainSubject/>')}</DescriptiveDetail>`,
      '<CollateralDetail><TextContent><TextType>03</TextType><Text textformat="05"><p>A <b>whale</b> &amp; a brick</p></Text></TextContent></CollateralDetail>',
      '<PublishingDetail><Publisher><PublishingRole>01</PublishingRole><PublisherName>서가</PublisherName></Publisher><PublishingDate><PublishingDateRole>01</PublishingDateRole><Date dateformat="01">202305</Date></PublishingDate></PublishingDetail>',
      supply(price('04', '16800', 'KRW')),
    );
    assert.deepEqual(record, {
      ...{
        kind: 'item',
        externalId: 'ref-1',
        isbn13: '978-89-5465-597-2',
        catalog: 'BOOK',
        itemFormat: '반양장',
      },
      ...{ title: 'The Whale', subTitle: 'A Novel', publisher: '서가', publishDate: '2023-05' },
      authors: [
        { author: '천명관', authorType: '지음' },
        { author: 'Chi-Young Kim', authorType: '옮김' },
      ],
      ...{
        length: 191,
        weight: 400,
        pages: 365,
        shopPrice: 16800,
        fixedBookPriceYn: 'Y',
        itemStatus: '판매중',
      },
      contentDetail: { bookIntroduction: '<p>A <b>whale</b> & a brick</p>' },
      categoryIds: ['001001001', '001001'],
    });
  });

  it('an inverted name is turned, so that it does not read as two people; East Asian names keep their order', async () => {
    const names: readonly (readonly [inverted: string, author: string])[] = [
      ['Smith, John', 'John Smith'],
      ['King, Martin Luther, Jr.', 'Martin Luther King Jr.'],
      ['Homer', 'Homer'],
      ['村上, 春樹', '村上 春樹'],
      ['김, 영하', '김 영하'],
    ];
    const contributors = names.map(
      ([inverted]) => `<Contributor><PersonNameInverted>${inverted}</PersonNameInverted></Contributor>`,
    );
    const { authors } = await onlyRecord('<DescriptiveDetail>', ...contributors, '</DescriptiveDetail>');
    const turned = names.map(([, author]) => ({ author, authorType: '' }));
    assert.deepEqual(authors, turned);
  });

  it('short tags say the same as reference names', async () => {
    const reference = message(
      product(
        `<ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9788954655972</IDValue></ProductIdentifier><DescriptiveDetail><ProductForm>BB</ProductForm>${TITLE}</DescriptiveDetail>`,
      ),
    );
    const short = `<ONIXmessage release="3.0"><product><a001>ref-1</a001><a002>03</a002><productidentifier><b221>15</b221><b244>9788954655972</b244></productidentifier><descriptivedetail><b012>BB</b012><titledetail><b202>01</b202><titleelement><x409>01</x409><b030>The</b030><b031>Whale</b031><b029>A Novel</b029></titleelement></titledetail></descriptivedetail></product></ONIXmessage>`;
    assert.deepEqual((await read(short)).records, (await read(reference)).records);
  });

  it('ONIX 2.1: elements that stand in the product itself', async () => {
    const record = await onlyRecord(
      '<ISBN>8954655971</ISBN><ProductForm>BC</ProductForm><Title><TitleType>01</TitleType><TitleText>고래</TitleText></Title>',
      '<NumberOfPages>455</NumberOfPages><OtherText><TextTypeCode>01</TextTypeCode><Text>소개</Text></OtherText>',
      '<PublicationDate>20041224</PublicationDate>',
      '<SupplyDetail><AvailabilityCode>IP</AvailabilityCode><Price><PriceTypeCode>02</PriceTypeCode><PriceAmount>15000</PriceAmount><CurrencyCode>KRW</CurrencyCode></Price></SupplyDetail>',
    );
    assert.partialDeepStrictEqual(record, {
      ...{ title: '고래', isbn10: '8954655971', pages: 455, publishDate: '2004-12-24', shopPrice: 15000 },
      ...{ itemStatus: '판매중', contentDetail: { bookIntroduction: '소개' } },
    });
  });

  it('notification types: whole record, update of blocks, delete, and a refusal of others', async () => {
    const { records, problems } = await read(message(...BLOCKS, product('', '88')));
    assert.equal(records[0]?.kind, 'item');
    const change = { shopPrice: 9000, fixedBookPriceYn: 'Y', itemStatus: '판매중' };
    assert.deepEqual(records[1], { kind: 'patch', externalId: 'ref-1', ...change });
    assert.deepEqual(records[2], { kind: 'remove', externalId: 'ref-1' });
    assert.deepEqual(problems, ['4: NotificationType: "88" is not one of 01, 02, 03, 04, 05, 12, 13, 14']);
  });

  it('parts of a work have titles that can be told apart', async () => {
    const el = (level: string, text: string, part = '', more = '') =>
      `<TitleElement><TitleElementLevel>${level}</TitleElementLevel>${part && `<PartNumber>${part}</PartNumber>`}${text && `<TitleText>${text}</TitleText>`}${more}</TitleElement>`;
    const detail = (...inside: string[]) =>
      `<TitleDetail><TitleType>01</TitleType>${inside.join('')}</TitleDetail>`;
    const statement = (text: string) => `<TitleStatement>${text}</TitleStatement>`;
    const set = (name: string, inside: string) =>
      `<Collection><CollectionType>10</CollectionType>${inside}${detail(el('02', name))}</Collection>`;
    const sequence =
      '<CollectionSequence><CollectionSequenceNumber>4</CollectionSequenceNumber></CollectionSequence>';
    const shelf = `<Collection>${detail(el('02', '총서', '7'))}</Collection>`;
    const old = (text: string, more: string) =>
      `<Title><TitleType>01</TitleType>${text && `<TitleText>${text}</TitleText>`}</Title>${more}`;
    const series = '<TitleOfSeries>정체</TitleOfSeries><NumberWithinSeries>2</NumberWithinSeries>';
    const prefixed = '<TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Whale</TitleWithoutPrefix>';
    for (const [xml, title] of [
      [detail(el('02', '밤의 정체'), el('01', '', '1권'), statement('밤의 정체 1')), '밤의 정체 1'],
      [detail(el('01', '', '2권'), el('02', '어두운 정체')), '어두운 정체 2권'],
      [detail(el('01', '제2권'), el('02', '어두운 정체')), '어두운 정체 제2권'],
      [detail(el('02', '정체'), el('03', '밤', '3'), el('01', '', '1')), '정체 밤 3 1'],
      [detail(el('01', '', '2')) + set('정체', ''), '정체 2'],
      [detail(el('01', '정체')) + set('정체', sequence), '정체 4'],
      [detail(el('01', '정체')) + shelf, '정체'],
      [detail(el('01', '1984')) + shelf, '1984'],
      [detail(el('01', '정체', '1')), '정체 1'],
      [detail(el('01', '정체 제01권', '1')), '정체 제01권'],
      [detail(el('01', '20세기 소년', '20')), '20세기 소년 20'],
      [detail(el('01', '정체', '상')), '정체 상'],
      [detail(el('01', '정체'), statement('정체 3')), '정체 3'],
      [detail(el('01', '정체'), statement('정체: 밤의 이야기')), '정체'],
      [detail(el('01', '연감', '', '<YearOfAnnual>2026</YearOfAnnual>')), '연감 2026'],
      [detail(el('02', '정체')) + set('정체', sequence), '정체 4'],
      [detail(el('01', '정체', '', '<Subtitle>제3권</Subtitle>')), '정체 제3권'],
      [prefixed, 'The Whale'],
      [detail(el('02', 'Shelf'), el('01', 'Book Club')), 'Book Club'],
      [detail(el('02', 'Dune'), el('01', 'Book Two')), 'Dune Book Two'],
      [old('정체', `<Series>${series}</Series>`), '정체 2'],
      [old('', '<Set><TitleOfSet>정체</TitleOfSet><SetPartNumber>2</SetPartNumber></Set>'), '정체 2'],
    ] as const)
      assert.equal((await onlyRecord('<DescriptiveDetail>', xml, '</DescriptiveDetail>')).title, title, xml);
  });

  it('bytes that are not what the file declares are refused by name, or read as what they are and said', async () => {
    const titles = ['똠방각하의 여름밤', 'Déjà la forêt – l’été', '雪国のカフェとひらがな'] as const;
    const file = (declared: string, bytes: string, title: string, head: string) =>
      iconv.encode(
        `<?xml version="1.0"${declared && ` encoding="${declared}"`}?><ONIXMessage>${head}${product(`<Title><TitleText>${title}</TitleText></Title>`)}</ONIXMessage>`,
        bytes,
      );
    const late = `<!--${' '.repeat(100_000)}-->`;
    for (const [declared, bytes, at, found] of [
      ['UTF-8', 'cp949', 0, 'refused'],
      ['UTF-8', 'windows-1252', 1, 'refused'],
      ['UTF-8', 'utf-16le', 0, 'read'],
      ['', 'cp949', 0, 'refused'],
      ['EUC-KR', 'windows-1252', 1, 'refused'],
      ['EUC-KR', 'utf-8', 0, 'said'],
      ['EUC-KR', 'cp949', 0, 'read'],
      ['Shift_JIS', 'utf-8', 2, 'said'],
      ['Shift_JIS', 'Shift_JIS', 2, 'read'],
      ['UTF-16', 'utf-8', 0, 'said'],
      ['windows-1250', 'utf-8', 1, 'said'],
      ['ISO-8859-1', 'utf-8', 1, 'said'],
      ['ISO-8859-1', 'cp949', 0, 'said'],
      ['ISO-8859-1', 'windows-1252', 1, 'read'],
    ] as const)
      for (const head of ['', late]) {
        const { raw, warnings } = await readFile(file(declared, bytes, titles[at], head), ONIX);
        const [{ value = {}, lost } = {}] = raw;
        const name = `${declared} ${bytes}`;
        assert.equal(lost === undefined ? (warnings.length > 0 ? 'said' : 'read') : 'refused', found, name);
        if (found === 'refused') assert.deepEqual(value, { externalId: 'ref-1' }, name);
        else assert.equal(Object(value).title, titles[at], name);
      }
  });

  it('a date is read to the day that it tells; one of another form is handed on as it is', async () => {
    for (const [written, format, date] of [
      ['20240501T120000+0900', '14', '2024-05-01'],
      ['20240500', '00', '2024-05'],
      ['2024-00-00', '', '2024'],
      ['202405', '', '2024-05'],
      ['202418', '02', '2024'],
      ['2024-05-01', '', '2024-05-01'],
      ['May 1, 2024', '12', '2024-05-01'],
      ['2024년 5월', '12', '2024-05'],
      ['soon', '12', 'soon'],
      ['14450101', '20', '14450101 (DateFormat 20)'],
    ] as const) {
      const inside = `<PublishingDateRole>01</PublishingDateRole><Date dateformat="${format}">${written}</Date>`;
      const record = await onlyRecord(
        `<PublishingDetail><PublishingDate>${inside}</PublishingDate></PublishingDetail>`,
      );
      assert.equal(record.publishDate, date);
    }
  });

  it('a text that was decoded twice is put right, and said', async () => {
    for (const [meant, reading, encoding = 'utf8'] of [
      ['Déjà la forêt', 'windows-1252'],
      ['달의 궁전', 'latin1'],
      ['소설', 'latin1'],
      ['소설 1', 'latin1', 'euc-kr'],
    ] as const) {
      const written = iconv.decode(iconv.encode(meant, encoding), reading);
      const { records, warnings } = await read(
        message(product(`<Title><TitleText>${written}</TitleText></Title>`)),
      );
      assert.equal(records[0]?.title, meant);
      assert.match(warnings.join(), /^1: TitleText: /);
    }
  });

  it('the longest subject code that fits decides; without any the constant holds', async () => {
    for (const [codes, categoryIds] of [
      [['FBA'], ['001001001']],
      [['FBAX', 'FB'], ['001001']],
      [['YFB'], ['009']],
    ] as const) {
      const subjects = codes.map((code) => subject('93', code));
      const record = await onlyRecord('<DescriptiveDetail>', ...subjects, '</DescriptiveDetail>');
      assert.deepEqual(record.categoryIds, categoryIds);
    }
  });

  it('named entities are known, and a DOCTYPE is passed over', async () => {
    const dtd =
      '<!DOCTYPE ONIXMessage SYSTEM "http://www.editeur.org/onix/2.1/reference/onix-international.dtd">';
    const title = '<Title><TitleText>Caf&eacute; &mdash; &#44032;</TitleText></Title>';
    const { records } = await read(`${dtd}<ONIXMessage>${product(title)}</ONIXMessage>`);
    assert.equal(records[0]?.title, 'Café — 가');
  });

  it('anything but ONIX is refused with line and reason', async () => {
    for (const [xml, reason] of [
      ['<rss/>', /the root element is <rss>, not <ONIXMessage>/],
      [message(product('<TitleDetail>')), /1:\d+: /],
      ['<?xml version="1.0" encoding="klingon"?><ONIXMessage/>', /unknown encoding: klingon/],
      [`<ONIXMessage>${'<a>'.repeat(300)}`, /more than 200 elements inside each other/],
      ['<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><ONIXMessage/>', /internal subset/],
      ['<ONIXMessage>&nosuchname;</ONIXMessage>', /&nosuchname;/],
    ] as const)
      assert.match(await refusalOf(xml), reason);
  });

  it('a product beyond the limit is refused alone', async () => {
    const large = product(`<Title><TitleText>${'<i>가</i>'.repeat(1_500_000)}</TitleText></Title>`);
    const { records, problems } = await read(message(large, product(TITLE)));
    assert.deepEqual(problems, ['1: Product: is longer than 4194304 characters']);
    assert.equal(records.length, 1);
  });

  it('products are the same however the bytes arrive', async () => {
    const xml = message(...BLOCKS);
    const whole = await read(xml);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (pieces) => {
        assert.deepEqual(await read(xml, pieces), whole);
      }),
      { numRuns: 30 },
    );
  });
});
