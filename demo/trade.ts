import {
  type Catalog,
  type DayWindow,
  type Deal,
  FIXED_PRICE_CATALOGS,
  FIXED_PRICE_SHARE,
  type Item,
} from '../src/catalog/item.ts';
import type { KstDay } from '../src/clock.ts';
import { formatKstDay, kstDayStartMs } from '../src/clock.ts';
import type { Random } from './random.ts';

/** The commercial side of an item. All of it is invented, for real works too. */
export type Trade = Pick<
  Item,
  | 'publishDate'
  | 'registeredAtMs'
  | 'itemStatus'
  | 'shopPrice'
  | 'salePrice'
  | 'servicePoint'
  | 'fixedBookPriceYn'
  | 'starScore'
  | 'deal'
  | 'attention'
>;

/** Draws prices, dates, status, and the windows of deals and of editors' attention, as they are on `today`. */
export function drawTrade(catalog: Catalog, basePrice: number, today: KstDay, random: Random): Trade {
  const dates = drawDates(today, random);
  const salePrice = (basePrice * saleHundredths(catalog, random)) / 100;
  const itemStatus = dates.publishDay > today ? '예약판매' : drawStatus(random);
  const isFixed = FIXED_PRICE_CATALOGS.includes(catalog);
  return {
    publishDate: formatKstDay(dates.publishDay),
    registeredAtMs: kstDayStartMs(dates.registeredDay) + random.between(9 * 3600, 18 * 3600) * 1000,
    itemStatus,
    shopPrice: basePrice,
    salePrice,
    servicePoint: Math.floor(salePrice / 200) * 10,
    fixedBookPriceYn: isFixed ? 'Y' : 'N',
    starScore: random.chance(0.15) ? 0 : random.between(68, 100) / 10,
    deal:
      itemStatus === '판매중'
        ? drawDeal(basePrice * (isFixed ? FIXED_PRICE_SHARE : 0.5), salePrice, today, random)
        : null,
    attention: drawAttention(today - dates.publishDay, today, random),
  };
}

/** A list price from `low` to `high` thousand won in steps of 100 won. */
export function drawPrice(low: number, high: number, random: Random): number {
  return random.between(low * 10, high * 10) * 100;
}

/** A shop registers most items some days before they appear; none is registered after yesterday. */
function drawDates(today: KstDay, random: Random): { publishDay: KstDay; registeredDay: KstDay } {
  const luck = random.next();
  let publishDay: KstDay;
  if (luck < 0.012) publishDay = today + random.between(3, 45);
  else if (luck < 0.052) publishDay = today - random.between(1, 85);
  else if (luck < 0.3) publishDay = today - random.between(86, 730);
  else publishDay = today - 731 - Math.floor(random.next() ** 1.6 * 4700);
  const lead = publishDay > today ? publishDay - today + random.between(1, 30) : random.between(0, 14);
  return { publishDay, registeredDay: Math.min(publishDay - lead, today - 1) };
}

function saleHundredths(catalog: Catalog, random: Random): number {
  if (FIXED_PRICE_CATALOGS.includes(catalog)) return 90;
  return random.pick([80, 81, 85, 88, 90, 95]);
}

function drawStatus(random: Random): string {
  const luck = random.next();
  if (luck < 0.02) return '일시품절';
  if (luck < 0.03) return '품절';
  if (luck < 0.042) return '절판';
  return luck < 0.045 ? '판매중지' : '판매중';
}

/** Out of a hundred items two or three have a deal today, one had one, and one will. None costs less than `lowest`. */
function drawDeal(lowest: number, salePrice: number, today: KstDay, random: Random): Deal | null {
  const luck = random.next();
  if (luck > 0.045) return null;
  const dealPrice = Math.ceil((lowest + ((salePrice - lowest) * random.between(0, 60)) / 100) / 10) * 10;
  const window =
    luck < 0.025 ? around(today, 20, random) : around(today + (luck < 0.035 ? -60 : 40), 20, random);
  return { salePrice: dealPrice, ...window };
}

/** Editors feature new and coming products, now and then an old one. */
function drawAttention(ageDays: number, today: KstDay, random: Random): DayWindow | null {
  return random.chance(ageDays < 90 ? 0.12 : 0.002) ? around(today, 14, random) : null;
}

function around(day: KstDay, reachDays: number, random: Random): DayWindow {
  return { from: day - random.between(0, reachDays), until: day + random.between(0, reachDays) };
}
