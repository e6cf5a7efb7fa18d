import assert from 'node:assert/strict';
import { BOOKS, jsonLines, type Mistake, type MistakenShop, shopBook } from './shop.ts';

const stopped = (title: string, more: (number: number) => object, said: RegExp): Mistake => ({
  title,
  async make(shop) {
    const input = jsonLines(Array.from({ length: BOOKS / 2 }, (_, at) => shopBook(at, more(at))));
    const command = shop.seoga(['import', '-'], { input });
    assert.equal(command.code, 3, command.seen);
    assert.match(command.seen, said);
    return command.seen;
  },
});

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
    /leave out 30 of the 30 prices .*1: shopPrice: "문의".*2: .*3: /,
  ),
  stopped(
    'authors in the place of titles: stopped, with three of them',
    (number) => ({ title: `Kim ${String.fromCharCode(65 + number)}` }),
    /give 30 of the 30 known items in the file another title .*“서가 0” → “Kim A”/,
  ),
  stopped(
    'prices in the place of ISBNs: stopped',
    () => ({ isbn13: '15000', shopPrice: 9_788_936_434_595 }),
    /leave out 30 of the 30 ISBNs/,
  ),
  {
    title: 'orders sent again under other numbers: stopped; after --force an undo takes all of them back',
    async make(shop) {
      const orders = (prefix: string) =>
        jsonLines(
          Array.from({ length: 30 }, (_, at) => ({
            kind: 'sale',
            orderId: `${prefix}-${at}`,
            lineNo: 1,
            itemId: 1000 + at,
            quantity: 1,
            soldAt: '2026-11-20T10:00:00+09:00',
          })),
        );
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
      const books = Array.from({ length: BOOKS }, (_, at) =>
        shopBook(at, at < 6 ? { shopPrice: '문의' } : {}),
      );
      const kept = shop.seoga(['import', '-'], { input: jsonLines(books) });
      assert.equal(kept.code, 0, kept.seen);
      assert.match(kept.seen, /6 warnings|left out/);
      return kept.seen;
    },
  },
];

function undoNewest(shop: MistakenShop): string {
  const { seen } = shop.seoga(['imports', '--limit', '1']);
  const [, id = ''] = /^\s*(\d+)\s/m.exec(seen.split('\n').slice(1).join('\n')) ?? [];
  const undone = shop.seoga(['imports', 'undo', id]);
  assert.equal(undone.code, 0, undone.seen);
  return undone.seen;
}
