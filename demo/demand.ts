import type { Catalog } from '../src/catalog/item.ts';
import { CATALOGS } from '../src/catalog/item.ts';
import type { BuyerSex } from '../src/rankings/sale.ts';
import { AGE_BANDS } from '../src/rankings/sale.ts';
import { CATEGORY_NODES } from './categories.ts';

/** Buyers of one sex and age band. Cells are numbered men first, the youngest first. */
interface BuyerCell {
  readonly sex: BuyerSex;
  /** Youngest age of the band; the band of the young begins at 10. */
  readonly fromAge: number;
  /** Share of all buyers. */
  readonly share: number;
}

const AGE_SHARES = [0.11, 0.19, 0.22, 0.22, 0.15, 0.11];
const SEX_SHARES: Readonly<Record<BuyerSex, number>> = { M: 0.44, F: 0.56 };

export const BUYER_CELLS: readonly BuyerCell[] = (['M', 'F'] as const).flatMap((sex) =>
  AGE_BANDS.map((fromAge, band) => ({ sex, fromAge, share: SEX_SHARES[sex] * (AGE_SHARES[band] ?? 0) })),
);

/** A second-level category as sales see it. */
export interface Section {
  readonly categoryId: string;
  /** Order lines of a hundred in an ordinary month. */
  readonly share: number;
  /** Per buyer cell: how much more or less than their share they buy here. */
  readonly tastes: readonly number[];
  /** Per month of the year, January first: how much more or less is bought. */
  readonly seasons: readonly number[];
}

const CATALOG_SHARES: Readonly<Record<Catalog, number>> = {
  BOOK: 56,
  EBOOK: 20,
  FOREIGN: 14,
  MUSIC: 6,
  DVD: 4,
};

/** Weight of a section inside its catalogue, where there are several. */
const WEIGHTS: Readonly<Record<string, number>> = {
  소설: 30,
  시·희곡: 12,
  에세이: 8,
  인문: 10,
  역사: 6,
  사회: 6,
  경제·경영: 2,
  과학: 3,
  어린이: 12,
  예술: 1,
};

/** How many times as often women buy in a section as men, and the tastes of the six age bands. */
const TASTES: Readonly<Record<string, readonly [women: number, ages: readonly number[]]>> = {
  소설: [1.25, [0.9, 1.2, 1.1, 1, 1, 1]],
  시·희곡: [1.3, [0.9, 1.3, 1.1, 0.9, 1, 1.2]],
  에세이: [1.4, [0.6, 1.3, 1.2, 1, 0.9, 0.9]],
  인문: [0.9, [0.5, 1, 1.1, 1.1, 1.1, 1.1]],
  역사: [0.7, [0.7, 0.8, 1, 1.2, 1.3, 1.3]],
  사회: [0.9, [0.6, 1.1, 1.1, 1.1, 1, 1]],
  경제·경영: [0.6, [0.3, 1.1, 1.4, 1.2, 1, 0.8]],
  과학: [0.75, [1.2, 1, 1, 1.1, 0.9, 0.8]],
  어린이: [1.7, [1.2, 0.5, 1.6, 1.6, 0.5, 0.7]],
  예술: [1.2, [0.7, 1.2, 1, 1, 1, 1.1]],
  클래식: [1.1, [0.4, 0.7, 0.9, 1.1, 1.3, 1.5]],
};

/** Months that stand out, as month number: factor. December is a month of presents everywhere. */
const SEASONS: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  어린이: { 5: 1.5, 12: 1.3 },
  소설: { 7: 1.15, 8: 1.2 },
  시·희곡: { 10: 1.25, 11: 1.25 },
};
const YEAR = [1.06, 0.94, 1.12, 0.96, 1.02, 0.92, 1, 1.04, 1.06, 1, 0.98, 1.16];

/** Growth of the shop from month to month. */
const MONTHLY_GROWTH = 1.012;

/** Factor of a month that lies `monthsBack` before the current one; `monthOfYear` is 0 for January. */
export function monthFactor(monthsBack: number, monthOfYear: number): number {
  return MONTHLY_GROWTH ** -monthsBack * (YEAR[monthOfYear] ?? 1);
}

/** Every second-level category of the tree. */
export const SECTIONS: readonly Section[] = CATALOGS.flatMap((catalog, place) => {
  const rootId = String(place + 1).padStart(3, '0');
  const nodes = CATEGORY_NODES.filter((node) => node.parentId === rootId);
  const weightOf = (name: string) => WEIGHTS[name] ?? 1;
  const total = nodes.reduce((sum, node) => sum + weightOf(node.categoryName), 0);
  return nodes.map(({ categoryId, categoryName }) => ({
    categoryId,
    share: (CATALOG_SHARES[catalog] * weightOf(categoryName)) / total,
    tastes: tastesOf(categoryName),
    seasons: YEAR.map((_, month) => SEASONS[categoryName]?.[month + 1] ?? 1),
  }));
});

/** Scaled so that all cells together still buy the section's share. */
function tastesOf(name: string): number[] {
  const [women, ages] = TASTES[name] ?? [1, [1, 1, 1, 1, 1, 1]];
  const raw = BUYER_CELLS.map((cell, place) => (cell.sex === 'F' ? women : 1) * (ages[place % 6] ?? 1));
  const total = raw.reduce((sum, taste, place) => sum + taste * (BUYER_CELLS[place]?.share ?? 0), 0);
  return raw.map((taste) => taste / total);
}
