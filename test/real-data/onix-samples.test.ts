import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { RECOGNISE } from '../../src/ingest/choose-reader.ts';
import { UnreadableInputError } from '../../src/ingest/text/input.ts';
import { feedKit } from '../ingest/feed-kit.ts';
import { dataPath, readData, SKIP_REAL_DATA } from '../support/real-data.ts';

/** Sample messages of three ONIX libraries, and the number of files in the collection. */
const SAMPLES = globSync('onix/*/*.xml', { cwd: dataPath('.') }).sort();
const SAMPLE_COUNT = 43;

/** Not ONIX messages: refused as a whole, with the place. */
const UNREADABLE: Readonly<Record<string, string>> = {
  'test_collection.xml': '1:12: the root element is <Collection>, not <ONIXMessage>',
  'invalid_onix_root.xml': '2:26: the root element is <ONIXMESAGE>, not <ONIXMessage>',
};

const NO_FORM = 'ProductForm: missing; one of BOOK, FOREIGN, EBOOK, MUSIC, DVD is required';
const NO_ITEM = 'RecordReference: there is no such item to patch; send the whole item first';

/** Messages whose one product can't become an item: those without DescriptiveDetail, and updates of nothing. */
const REFUSED: Readonly<Record<string, string>> = {
  'invalid_textformat.xml': NO_FORM,
  'invalid_textformat_cdata_xhtml.xml': NO_FORM,
  'invalid_textformat_text.xml': NO_FORM,
  'invalid_onix3_ref.xml': NO_FORM,
  'valid_onix3_ref.xml': NO_FORM,
  'valid_onix3_ref_ns.xml': NO_FORM,
  'valid_onix3_short.xml': NO_FORM,
  'invalid_google_onix_3.xml': NO_ITEM,
  'valid_google_onix_3.xml': NO_ITEM,
};

/** In euros on 2026-11-21, as the periods of the message say; 0 = no price holds. */
const PRICES: Readonly<Record<string, number>> = {
  'test_prices_with_multiple_periods.xml': 8.99,
  'test_prices_with_only_from_date.xml': 4.99,
  'test_prices_with_only_until_date.xml': 8.99,
  'test_prices_unpriced.xml': 10.99,
  'price_to_be_announced.xml': 0,
};

describe('ONIX samples', { skip: SKIP_REAL_DATA }, () => {
  it('the collection is whole', () => {
    assert.equal(SAMPLES.length, SAMPLE_COUNT);
    const names = SAMPLES.map((path) => basename(path));
    for (const name of Object.keys({ ...UNREADABLE, ...REFUSED, ...PRICES }))
      assert.ok(names.includes(name), name);
  });

  for (const path of SAMPLES) {
    const name = basename(path);
    const unreadable = UNREADABLE[name];
    const refused = REFUSED[name];
    const title = unreadable === undefined ? (refused === undefined ? 'accepted' : 'refused') : 'unreadable';
    it(`${name}: ${title}`, async (t) => {
      if (unreadable !== undefined) return assertUnreadable(t, path, unreadable);
      const shop = sampleShop(t, 'EUR');
      const { problems, summary } = await shop.take(path);
      const reasons = problems.map(({ field, reason }) => `${field}: ${reason.en}`);
      assert.deepEqual(reasons, refused === undefined ? [] : [refused]);
      if (refused !== undefined) return;
      const products =
        readData(path)
          .toString()
          .match(/<product[ >]/gi) ?? [];
      assert.equal(summary.item.added, products.length);
      const price = PRICES[name];
      if (price !== undefined) assert.equal(shop.count('SELECT shop_price FROM item'), price);
    });
  }
});

async function assertUnreadable(t: TestContext, path: string, message: string): Promise<void> {
  const shop = sampleShop(t);
  await assert.rejects(shop.take(path), (error) => {
    assert.ok(error instanceof UnreadableInputError);
    assert.equal(error.message, message);
    return true;
  });
  assert.equal(shop.count('SELECT count(*) FROM item'), 0);
}

const SUBJECTS = join(import.meta.dirname, '../../docs/samples/onix-subjects.json');

/** A shop that takes a sample in as the command line does, with the mapping of docs/samples. */
function sampleShop(t: TestContext, currency = 'KRW') {
  const kit = feedKit(t);
  const reading = { ...RECOGNISE, mapping: readFileSync(SUBJECTS, 'utf8'), currency, today: '20261121' };
  return {
    async take(path: string) {
      const report = await kit.import(readData(path), { reading });
      assert.equal(report.readAs?.format, 'onix');
      return report;
    },
    /** The one number that a query gives. */
    count: (sql: string) => Number(Object.values(kit.rows(sql)[0] ?? {})[0]),
  };
}
