import assert from 'node:assert/strict';
import { jsonLines } from '../support/json-lines.ts';
import { BOOKS, type Mistake, type MistakenShop, PRICE, shopBook } from './shop.ts';

const stopped = (title: string, more: (number: number) => object, said: RegExp): Mistake =>
  refused(
    title,
    [],
    3,
    Array.from({ length: BOOKS / 2 }, (_, at) => shopBook(at, more(at))),
    said,
  );

/** The file of a supplier who has half of the books. */
export const FEED_MISTAKES: readonly Mistake[] = [
  stopped(
    'prices of a supplier times 100: stopped, with the factor',
    () => ({ shopPrice: 1_500_000, salePrice: 1_350_000 }),
    /multiply the price by 100 \(median\) for 30 of the 30 known items/,
  ),
  stopped(
    'prices that nobody can read: stopped, with three of them',
    () => ({ shopPrice: '문의', salePrice: null }),
    /skip 30 of the 30 prices .*1: shopPrice: "문의".*2: .*3: /,
  ),
  stopped(
    'authors in the place of titles: stopped, with three of them',
    (number) => ({ title: `Kim ${String.fromCharCode(65 + number)}` }),
    /give 30 of the 30 known items in the file a different title .*“서가 0” → “Kim A”/,
  ),
  stopped(
    'prices in the place of ISBNs: stopped',
    () => ({ isbn13: '15000', shopPrice: 9_788_936_434_595 }),
    /skip 30 of the 30 ISBNs/,
  ),
  {
    title: 'orders sent again under other numbers: stopped; after --force an undo takes all of them back',
    async make(shop) {
      const orders = (prefix: string) =>
        jsonLines(Array.from({ length: 30 }, (_, at) => order(`${prefix}-${at}`, at)));
      assert.equal(shop.seoga(['import', '-'], { input: orders('A') }).code, 0);
      const stopped = shop.seoga(['import', '-'], { input: orders('B') });
      assert.equal(stopped.code, 3, stopped.seen);
      assert.match(stopped.seen, /add 30 of 30 new orders .*"B-0" = "A-0"; /);
      const again = shop.seoga(['import', '--force', '-'], { input: orders('B') });
      assert.equal(again.code, 0, again.seen);
      const undone = undoNewest(shop);
      assert.match(undone, /30 lines/);
      assert.match(undone, /2026-11/);
      return `${stopped.seen}\n${again.seen}\n${undone}`;
    },
  },
  {
    title: 'a list price of 문의 for some books: they keep their prices, and the report says so',
    async make(shop) {
      const books = allBooks().map((book, at) => (at < 6 ? { ...book, shopPrice: '문의' } : book));
      const kept = shop.seoga(['import', '-'], { input: jsonLines(books) });
      assert.equal(kept.code, 0, kept.seen);
      assert.match(kept.seen, /6 warnings|left out/);
      return kept.seen;
    },
  },
  {
    title: 'yesterday’s file again: nothing changes',
    async make(shop) {
      const again = shop.seoga(['import', '-'], { input: jsonLines(allBooks()) });
      assert.equal(again.code, 0, again.seen);
      assert.match(again.seen, new RegExp(`item +0 +0 +${BOOKS}|${BOOKS} unchanged`));
      return again.seen;
    },
  },
  refused('half a full feed: stopped', ['--full'], 3, allBooks().slice(0, BOOKS / 2), /remove 30 of/),
  refused('an empty full feed: refused', ['--full'], 1, [], /no record/),
  refused(
    'every category under another number: stopped',
    [],
    3,
    allBooks({ categoryIds: [''] }),
    new RegExp(`skip ${BOOKS} of the ${BOOKS} categories|refuse ${BOOKS} of ${BOOKS} lines`),
  ),
  refused(
    'orders of a year to come: stopped, each with its reason',
    [],
    3,
    Array.from({ length: 30 }, (_, at) => order(`F-${at}`, at, '2099-01-05T10:00:00+09:00')),
    /soldAt: is more than a day in the future/,
  ),
  {
    title: 'a status that nobody knows on every book: served with a warning each, and an undo takes it back',
    async make(shop) {
      const taken = shop.seoga(['import', '-'], {
        input: jsonLines(allBooks({ itemStatus: '판매준비완료' })),
      });
      assert.equal(taken.code, 0, taken.seen);
      assert.match(taken.seen, /itemStatus/);
      return `${taken.seen}\n${undoNewest(shop)}`;
    },
  },
  {
    title: 'a file cut in the middle of a line: the whole lines are taken in, and an undo takes them back',
    async make(shop) {
      const file = jsonLines(allBooks({ salePrice: PRICE - 500 }).slice(0, 20));
      const cut = shop.seoga(['import', '-'], { input: file.slice(0, -20) });
      assert.match(cut.seen, /20 lines, 1 refused.*19 changed.*:20: is not JSON/s);
      const undone = undoNewest(shop);
      assert.match(undone, /19/);
      return `${cut.seen}\n${undone}`;
    },
  },
];

function allBooks(more: object = {}): object[] {
  return Array.from({ length: BOOKS }, (_, at) => shopBook(at, more));
}

function order(orderId: string, book: number, soldAt = '2026-11-20T10:00:00+09:00'): object {
  return { kind: 'sale', orderId, lineNo: 1, itemId: 1000 + book, quantity: 1, soldAt };
}

/** A file that is not taken in: the catalogue stays, and the command says why. */
function refused(title: string, options: string[], code: number, records: object[], said: RegExp): Mistake {
  return {
    title,
    async make(shop) {
      const before = await shop.look();
      const command = shop.seoga(['import', ...options, '-'], { input: jsonLines(records) });
      assert.equal(command.code, code, command.seen);
      assert.match(command.seen, said);
      assert.deepEqual(await shop.look(), before);
      return command.seen;
    },
  };
}

function undoNewest(shop: MistakenShop): string {
  const { seen } = shop.seoga(['imports', '--limit', '1']);
  const [, id = ''] = /^\s*(\d+)\s/m.exec(seen.split('\n').slice(1).join('\n')) ?? [];
  const undone = shop.seoga(['imports', 'undo', id]);
  assert.equal(undone.code, 0, undone.seen);
  return undone.seen;
}
