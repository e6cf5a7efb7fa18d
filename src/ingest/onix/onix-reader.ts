import type { Readable } from 'node:stream';
import { message } from '../../messages/messages.ts';
import type { FeedReader, RawRecord } from '../feed-reader.ts';
import type { FeedProblem } from '../feed-record.ts';
import { unreadable } from '../text/lines.ts';
import { OnixSyntaxError, PRODUCT_CHARS_MAX, readProducts } from './product-nodes.ts';
import { type OnixSettings, productRecord } from './product-record.ts';
import { decodeXml } from './xml-encoding.ts';

/** Products of a batch at most. */
const BATCH_PRODUCTS_MAX = 500;

/** ONIX for Books 3.1, 3.0 and 2.1, reference and short tags (docs/feeds.md#onix). One product is one record. */
export function createOnixReader(settings: OnixSettings): FeedReader {
  return {
    unit: 'record',
    placeOf: (field) => ELEMENTS.get(field.replace(/\[.*$/, '')) ?? field,
    async *read(input: Readable) {
      try {
        for await (const products of readProducts(decodeXml(input))) {
          for (let from = 0; from < products.length; from += BATCH_PRODUCTS_MAX) {
            const records: RawRecord[] = [];
            const problems: FeedProblem[] = [];
            const warnings: FeedProblem[] = [];
            let lastLine = 0;
            for (const one of products.slice(from, from + BATCH_PRODUCTS_MAX)) {
              lastLine = one.record;
              if (!('product' in one)) {
                const reason = message('feeds.productTooLong', { max: PRODUCT_CHARS_MAX });
                problems.push({ line: lastLine, field: 'Product', reason });
                continue;
              }
              const made = productRecord(one.product, settings);
              if ('refusal' in made) {
                problems.push({ line: lastLine, field: made.refusal.element, reason: made.refusal.reason });
                continue;
              }
              records.push({ line: lastLine, value: made.record });
              for (const { element, reason } of made.warnings)
                warnings.push({ line: lastLine, field: element, reason });
            }
            yield { records, problems, warnings, lastLine };
          }
        }
      } catch (error) {
        throw error instanceof OnixSyntaxError ? unreadable(error) : error;
      }
    },
  };
}

/** The element that a report names in place of a field. */
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['externalId', 'RecordReference'],
  ['isbn13', 'ProductIdentifier'],
  ['isbn10', 'ProductIdentifier'],
  ['title', 'TitleDetail'],
  ['subTitle', 'Subtitle'],
  ['authors', 'Contributor'],
  ['publisher', 'PublisherName'],
  ['publishDate', 'PublishingDate'],
  ['catalog', 'ProductForm'],
  ['categoryIds', 'Subject'],
  ['shopPrice', 'PriceAmount'],
  ['series', 'Collection'],
  ['cover', 'ResourceLink'],
]);
