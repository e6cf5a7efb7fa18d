import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { chooseReader, type FeedFormat, RECOGNISE } from '../../src/ingest/choose-reader.ts';
import type { ImportReport } from '../../src/ingest/import-feed.ts';
import { feedKit } from '../ingest/feed-kit.ts';
import type { Cleanup } from '../support/temp-dir.ts';

const SAMPLES = resolve(import.meta.dirname, '../../docs/samples');

/** A shop that takes files in as the command line does, with mappings of docs/samples. */
interface SampleShop {
  /** Imports bytes, such as those of a file of the data, with a mapping or without. */
  take(bytes: Buffer, mapping?: string): Promise<ImportReport & { readonly format: FeedFormat | null }>;
  /** Imports a file of docs/samples, such as its categories. */
  takeSample(name: string): Promise<ImportReport>;
  /** The one number that a query gives. */
  count(sql: string): number;
}

export function sampleShop(t: Cleanup, currency = 'KRW'): SampleShop {
  const kit = feedKit(t);
  const take: SampleShop['take'] = async (bytes, name) => {
    let format: FeedFormat | null = null;
    const mapping = name === undefined ? null : readFileSync(resolve(SAMPLES, name), 'utf8');
    const report = await kit.import(bytes, {
      async chooseReader(input: Readable) {
        const chosen = await chooseReader(input, { ...RECOGNISE, mapping, currency, today: '20261121' });
        format = chosen.format;
        return chosen;
      },
    });
    return { ...report, format };
  };
  return {
    take,
    takeSample: (name) => take(readFileSync(resolve(SAMPLES, name))),
    count: (sql) => Number(Object.values(kit.rows(sql)[0] ?? {})[0]),
  };
}
