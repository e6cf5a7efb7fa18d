import { formatKstDay, kstDayOf } from '../../src/clock.ts';
import { jsonLines } from '../support/json-lines.ts';
import { book, sales } from '../support/small-shop.ts';

/** Titles that try to leave their place on a page. */
export const HOSTILE_TITLES: readonly string[] = [
  '<script>document.title="owned"</script>',
  '<img src=x onerror=alert(1)>',
  '\u202egnidaer\u202c \u05d0\u05d1\u05d2 \u2066isolate',
  '가'.repeat(500),
  'x'.repeat(500),
  `{{constructor}} " onload="alert(1) ' onload='alert(1)`,
];

/**
 * A shop whose best sellers have hostile titles, as lines of a feed. They sold yesterday and the day before, so that
 * every list begins with them whenever the tests run: yesterday counts from 00:30 on.
 */
export function hostileShop(nowMs: number): string {
  const yesterday = formatKstDay(kstDayOf(nowMs) - 1);
  const before = formatKstDay(kstDayOf(nowMs) - 2);
  const lines = [
    { kind: 'category', categoryId: '001', categoryName: '국내도서', parentId: null },
    { kind: 'category', categoryId: '001001', categoryName: '소설', parentId: '001' },
    ...HOSTILE_TITLES.map((title, index) => book(1001 + index, `${title} 1`, { publishDate: '2024-01-02' })),
    { kind: 'patch', itemId: 1003, contentDetail: { tableOfContents: '1장' } },
    ...Array.from({ length: 8 }, (_, index) => book(2001 + index, `평범한 책 ${index + 1}`)),
    // Hostile titles sell best, the plain books least.
    ...[before, yesterday].flatMap((day) =>
      HOSTILE_TITLES.flatMap((_, index) => sales(day, 1001 + index, ['F34', 'M45', 'F20'])),
    ),
    ...Array.from({ length: 8 }, (_, index) => sales(before, 2001 + index, ['F34'])).flat(),
  ];
  return jsonLines(lines);
}
