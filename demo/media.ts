import { type Item, type Measures, measuresBy } from '../src/catalog/item.ts';
import type { Random } from './random.ts';

/** The material of an item. */
type Media = Pick<Item, 'itemFormat'> & Measures;

const NONE = measuresBy(() => null);

/** A bound book; a hard cover is heavier and larger. */
export function drawBook(format: '반양장' | '양장' | 'Paperback', random: Random): Media {
  const isHard = format === '양장';
  const pages = random.between(12, 72) * 8;
  const [width, length] = random.pick([
    [128, 188],
    [140, 210],
    [148, 210],
    [152, 225],
    [188, 245],
  ]);
  const height = Math.round(pages * 0.055) + (isHard ? 8 : 3);
  const weight = Math.round((width * length * pages) / 62_000) + (isHard ? 160 : 40);
  return { itemFormat: format, ...NONE, pages, weight, width, length, height };
}

export function drawEbook(random: Random): Media {
  const itemFormat = random.pick(['EPUB', 'EPUB', 'EPUB', 'PDF']);
  return { itemFormat, ...NONE };
}

export function drawAlbum(random: Random): Media {
  const itemFormat = random.pick(['1CD', '1CD', '1CD', '2CD', 'LP']);
  const side = itemFormat === 'LP' ? 315 : 142;
  const weight = itemFormat === 'LP' ? 420 : 105;
  return {
    itemFormat,
    ...NONE,
    weight,
    width: side,
    length: itemFormat === 'LP' ? 315 : 125,
    height: 10,
  };
}

export function drawDvd(random: Random): Media {
  const itemFormat = random.pick(['1DISC', '1DISC', '2DISC', 'Blu-ray']);
  return { itemFormat, ...NONE, weight: 130, width: 135, length: 190, height: 15 };
}
