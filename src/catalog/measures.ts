/**
 * Numbers of an item that a feed gives, that answers with detail=Y repeat in this order, and that nothing else has to know. Null is
 * "not given". A new one is a line in both lists, its reader in item-record.ts and its place in fragment.ts.
 */
export const MEASURE_NAMES = ['pages', 'weight', 'width', 'length', 'height'] as const;
export type MeasureName = (typeof MEASURE_NAMES)[number];

/** What the OpenAPI document says of each. */
export const MEASURE_TEXTS = {
  pages: { en: 'Number of pages', ko: '쪽수' },
  weight: { en: 'Weight in grams', ko: '무게(g)' },
  width: { en: 'Width in millimetres', ko: '가로(mm)' },
  length: { en: 'Length of the cover in millimetres, top to bottom', ko: '세로(mm)' },
  height: { en: 'Thickness in millimetres', ko: '두께(mm)' },
} as const satisfies Readonly<Record<MeasureName, object>>;

export type Measures = Readonly<Record<MeasureName, number | null>>;

/** Something for each measure, in their order. */
export function measuresBy<Value>(value: (name: MeasureName) => Value): Record<MeasureName, Value> {
  const values: Record<MeasureName, Value> = Object.create(Object.prototype);
  for (const name of MEASURE_NAMES) values[name] = value(name);
  return values;
}
