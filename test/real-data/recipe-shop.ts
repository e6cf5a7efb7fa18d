import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { chooseReader, type FeedFormat, RECOGNISE } from '../../src/ingest/choose-reader.ts';
import type { ImportReport } from '../../src/ingest/import-feed.ts';
import { feedKit } from '../ingest/feed-kit.ts';
import type { Cleanup } from '../support/temp-dir.ts';

const RECIPES = resolve(import.meta.dirname, '../../docs/recipes');

/** The path of a recipe's file. */
export function recipePath(name: string): string {
  return resolve(RECIPES, name);
}

/** A shop that takes files in as the command line does, with mappings of docs/recipes. */
export interface RecipeShop {
  /** Imports bytes, such as those of a file of the data, with a mapping or without. */
  take(bytes: Buffer, mapping?: string): Promise<ImportReport & { readonly format: FeedFormat | null }>;
  /** Imports a file of docs/recipes, such as its categories. */
  takeRecipe(name: string): Promise<ImportReport>;
  /** The one number that a query gives. */
  count(sql: string): number;
}

export function recipeShop(t: Cleanup, currency = 'KRW'): RecipeShop {
  const kit = feedKit(t);
  const take: RecipeShop['take'] = async (bytes, name) => {
    let format: FeedFormat | null = null;
    const mapping = name === undefined ? null : readFileSync(recipePath(name), 'utf8');
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
    takeRecipe: (name) => take(readFileSync(recipePath(name))),
    count: (sql) => Number(Object.values(kit.rows(sql)[0] ?? {})[0]),
  };
}

/** What a program makes of bytes, as a command of a recipe pipes them. */
export function piped(program: string, args: readonly string[], input: Buffer): Buffer {
  return execFileSync(program, args, { input, maxBuffer: 64 * 1024 * 1024 });
}
