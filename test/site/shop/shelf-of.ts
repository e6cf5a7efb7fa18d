import { partOf } from '../site-kit.ts';

/** The products that a page has on its shelf, in order. */
export function shelfOf(html: string): readonly number[] {
  const shelf = partOf(html, 'shelf')?.split('</ol>')[0] ?? '';
  return [...shelf.matchAll(/href="\/goods\/(\d+)"/g)].map(([, itemId]) => Number(itemId));
}
