import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RECOGNISE } from '../../../src/ingest/choose-reader.ts';
import { fc } from '../../support/properties.ts';
import { feedKit } from '../feed-kit.ts';
import { read } from '../read-file.ts';

/** `A=1 B=2` as elements. */
const elements = (pairs: string) =>
  pairs.replace(
    /(\w+)=([^;]*)(?:; ?|$)/g,
    (_pair, name: string, value: string) => `<${name}>${value}</${name}>`,
  );
const price = (amount: number | string, terms = '', inside = '') =>
  `<Price>${elements(terms)}<PriceAmount>${amount}</PriceAmount><CurrencyCode>KRW</CurrencyCode>${inside}</Price>`;
const territory = (codes: string) => `<Territory>${elements(codes)}</Territory>`;
const of = (code: string) => territory(`CountriesIncluded=${code}`);
const dated = (role: string, day: string) =>
  `<PriceDate>${elements(`PriceDateRole=${role}; Date=${day}`)}</PriceDate>`;
const detail = (availability: string, ...inside: string[]) =>
  `<SupplyDetail>${availability && elements(`ProductAvailability=${availability}`)}${inside.join('')}</SupplyDetail>`;
const supply = (market: string, ...details: string[]) =>
  `<ProductSupply>${market && `<Market>${market}</Market>`}${details.join('')}</ProductSupply>`;
const sold = (...prices: string[]) => supply('', detail('20', ...prices));

const messageOf = (inside: string, header = '') =>
  `<ONIXMessage><Header>${header}</Header><Product>${elements('RecordReference=r; NotificationType=03')}${inside}</Product></ONIXMessage>`;

/** Fields of the one product, and the elements of its warnings. On 2026-11-21 in Korea. */
async function supplied(inside: string, header = '', currency = 'KRW') {
  const { raw, warnings } = await read(messageOf(inside, header), { format: 'onix', currency });
  const { shopPrice, itemStatus } = Object(raw[0]?.value);
  return { shopPrice, itemStatus, said: warnings.map((one) => one.split(': ')[1]), kept: raw[0]?.onlyIfNew };
}

/** The shop's own price is 15000 wherever there is one. */
const OTHERS = [
  ...['01', '02', '03', '04', '06', '07', '08', '09', '10', '11', '12', '13', '16', '18'].map((code) =>
    price(3000, `PriceType=02; PriceQualifier=${code}`),
  ),
  price(9000, 'PriceType=02; MinimumOrderQuantity=50'),
  price(30, 'PriceType=02; PricePer=01'),
  price(2000, 'PriceType=04', '<PriceCondition><PriceConditionType>10</PriceConditionType></PriceCondition>'),
  ...['05', '06', '07', '25'].map((type) => price(10_500, `PriceType=${type}`)),
  price(21_000, 'PriceType=04', of('US CA')),
  price(21_000, 'PriceType=04', territory('RegionsIncluded=WORLD; CountriesExcluded=JP KR')),
  price(21_000, 'PriceType=04', territory('RegionsIncluded=KR-11')),
  price(21_000, 'PriceType=04; CountryCode=US'),
  price(11_000, 'PriceType=04', dated('15', '20261120')),
  price(11_000, 'PriceType=04', dated('24', '2026010120261120')),
  '<Price><PriceType>04</PriceType><PriceAmount>12</PriceAmount><CurrencyCode>USD</CurrencyCode></Price>',
  price('zzz', 'PriceType=04'),
  price(0, 'PriceType=04'),
];

/** Each before the one behind it. */
const ORDER = [
  price(15_000, 'PriceType=02', of('JP KR')),
  price(14_000, 'PriceQualifier=17', territory('RegionsIncluded=WORLD') + dated('15', '20261130')),
  price(13_000, 'PriceType=02; PriceQualifier=05', territory('RegionsIncluded=ROW')),
  price(12_000, 'PriceType=04', territory('CountriesExcluded=US')),
  price(11_500, 'PriceType=04; PriceQualifier=05'),
  price(11_000, 'PriceType=04', dated('14', '20261101')),
  price(10_500, 'PriceType=04'),
  price(10_400, 'PriceType=04', `<BatchBonus>${elements('BatchQuantity=10; FreeQuantity=1')}</BatchBonus>`),
  price(10_000, 'PriceType=02'),
  price(9500, 'PriceType=02; PriceStatus=01'),
  price(9000, 'PriceType=01'),
];

const PRICE_FIELDS = ['shopPrice', 'salePrice', 'fixedBookPriceYn'];

describe('ONIX: price and status of the shop', () => {
  it('the price for anybody here who buys one copy today is taken, in whatever order they stand', async () => {
    const ours = price('15,000', 'PriceType=02; PriceQualifier=05; MinimumOrderQuantity=1');
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...OTHERS, ours], { minLength: 1 }), async (prices) => {
        const isThere = prices.includes(ours);
        const { shopPrice, said } = await supplied(sold(...prices));
        assert.deepEqual([shopPrice, said], isThere ? [15_000, []] : [undefined, ['Price']]);
      }),
      { numRuns: 40 },
    );
    for (const [at, better] of ORDER.slice(0, -1).entries()) {
      const pair = [better, ORDER[at + 1] ?? ''];
      for (const prices of [pair, pair.toReversed()])
        assert.equal(
          Number(/<PriceAmount>(\d+)/.exec(better)?.[1]),
          (await supplied(sold(...prices))).shopPrice,
          better,
        );
    }
  });

  const [KR, US, ROW] = [of('KR'), of('US'), territory('RegionsIncluded=ROW')];
  const [stopped, onSale] = ['판매중지', '판매중'];
  const unpriced = (code: string) => `<UnpricedItemType>${code}</UnpricedItemType>`;
  const published = (...inside: string[]) => `<PublishingDetail>${inside.join('')}</PublishingDetail>`;
  const rights = (type: string, codes: string) =>
    `<SalesRights>${elements(`SalesRightsType=${type}`)}${territory(codes)}</SalesRights>`;
  const euro = (amount: number, country: string) =>
    price(amount, 'PriceType=04', of(country)).replace('KRW', 'EUR');
  const old = (pairs: string) => `<SupplyDetail>${elements(pairs)}</SupplyDetail>`;
  const ofMarket = (status: string) =>
    `<MarketPublishingDetail>${elements(`MarketPublishingStatus=${status}`)}</MarketPublishingDetail>`;
  const [unsaid, ours] = [supply('', detail('')), price(9)];
  const library = price(9, 'PriceQualifier=06');
  const home = supply(KR, detail('20', ours));
  const [notHere, notElsewhere] = [rights('03', 'CountriesIncluded=KR'), elements('ROWSalesRightsType=03')];
  const none = { shopPrice: undefined, kept: PRICE_FIELDS };
  const forbidden = { itemStatus: stopped, said: ['SalesRights'] };
  const rows: readonly (readonly [inside: string, found: object, header?: string, currency?: string])[] = [
    // Prices.
    [sold(price(15_000, '', dated('14', '20270101'))), { shopPrice: 15_000, said: [], kept: PRICE_FIELDS }],
    [sold(price(8), price(9, '', dated('14', '20261121'))), { shopPrice: 9, said: [], kept: [] }],
    [sold(euro(9, 'DE'), euro(10, 'AT')), { shopPrice: 9, said: ['Price'] }, '', 'EUR'],
    [sold(euro(9, 'DE'), euro(9, 'ECZ'), euro(7, 'CH')), { shopPrice: 9, said: [] }, '', 'EUR'],
    [supply('', detail('20', unpriced('01'))), { shopPrice: 0, said: ['UnpricedItemType'], kept: [] }],
    [sold(`<Price>${unpriced('02')}</Price>`), { ...none, said: ['UnpricedItemType'] }],
    [supply('', detail('20')), { ...none, said: [] }],
    [sold(ours.replace(/<Curr.*Code>/, '')), { said: ['Price'] }, elements('DefaultCurrencyCode=USD')],
    [sold(ours), { ...none, said: ['Price'] }, elements('DefaultPriceType=05')],
    [sold(price('12.9')), { ...none, said: ['Price'] }],
    // Of two markets the one that is the shop's decides, wherever it stands.
    [supply(US, detail('40', price(7))) + home, { shopPrice: 9, itemStatus: onSale }],
    [supply(KR, detail('20')) + supply(US, detail('40')), { itemStatus: onSale }],
    [supply(ROW, detail('20')) + supply(KR, detail('51')), { itemStatus: '절판' }],
    [supply(US, detail('40')) + supply(ROW, detail('10')), { itemStatus: '예약판매' }],
    [supply(`${US}</Market><Market>${KR}`, detail('31')), { itemStatus: '일시품절' }],
    [supply(US, detail('20', ours)), { itemStatus: stopped, said: ['Price', 'Market'] }],
    [supply(US, detail('20')), { itemStatus: stopped, kept: [...PRICE_FIELDS, 'itemStatus'] }],
    // Of several suppliers those with the shop's price count, and of these the one that can deliver.
    [supply('', detail('40'), detail('99'), detail('21'), detail('31')), { itemStatus: onSale }],
    [supply('', detail('20', library), detail('31', ours)), { itemStatus: '일시품절' }],
    [unsaid, { itemStatus: undefined }],
    [unsaid + published(elements('PublishingStatus=07')), { itemStatus: '절판' }],
    [unsaid.replace('<Supply', `${ofMarket('12')}<Supply`), { itemStatus: stopped }],
    // Sales rights, where no market names the country.
    [sold(ours) + published(rights('01', 'RegionsIncluded=WORLD'), notHere), forbidden],
    [sold(ours) + published(rights('01', 'CountriesIncluded=US'), notElsewhere), forbidden],
    [home + published(notHere), { itemStatus: onSale }],
    // ONIX 2.1.
    [old('SupplyToCountry=US; AvailabilityCode=OP') + old('AvailabilityCode=IP'), { itemStatus: onSale }],
    [`${old('AvailabilityCode=IP')}<NotForSale>${elements('RightsCountry=JP KR')}</NotForSale>`, forbidden],
  ];
  for (const [inside, expected, header, currency] of rows)
    it(inside.replace(/<\/\w+>/g, '').replace(/[<>]+/g, ' '), async () => {
      assert.partialDeepStrictEqual(await supplied(inside, header, currency), expected);
    });

  it('a known item keeps a price that no longer holds here, and a full feed one whose record is damaged', async (t) => {
    const shop = feedKit(t);
    const take = async (title: string, ...prices: string[]) => {
      const described = `<DescriptiveDetail>${elements('ProductForm=BC')}<TitleDetail><TitleElement>${elements(`TitleText=${title}`)}</TitleElement></TitleDetail></DescriptiveDetail>`;
      const mapping = JSON.stringify({ constants: { categoryIds: ['1'] } });
      const reading = { ...RECOGNISE, mapping, currency: 'KRW', format: 'onix' } as const;
      await shop.import(messageOf(described + sold(...prices)), { reading, full: true });
      return Object.values(shop.rows('SELECT title, shop_price FROM item')[0] ?? {});
    };
    assert.deepEqual(await take('a', price(15_000)), ['a', 15_000]);
    assert.deepEqual(await take('b', price(3000, 'PriceQualifier=06')), ['b', 15_000]);
    assert.deepEqual(await take('c\ufffd', price(9000)), ['b', 15_000]);
    assert.deepEqual(await take('d', price(9000)), ['d', 9000]);
  });
});
