/**
 * Numbers of an item that feeds provide, that responses with detail=Y repeat in this order, and that nothing else uses.
 * Null means "not given". A new one needs a line in both lists.
 */
export const MEASURE_NAMES = ['pages', 'weight', 'width', 'length', 'height'] as const;
export type MeasureName = (typeof MEASURE_NAMES)[number];

/** The OpenAPI document's description of each. */
export const MEASURE_TEXTS = {
  pages: { en: 'Number of pages', ko: '쪽수' },
  weight: { en: 'Weight in grams', ko: '무게(g)' },
  width: { en: 'Width in millimetres', ko: '가로(mm)' },
  length: { en: 'Length of the cover in millimetres, top to bottom', ko: '세로(mm)' },
  height: { en: 'Thickness in millimetres', ko: '두께(mm)' },
} as const satisfies Readonly<Record<MeasureName, object>>;

export type Measures = Readonly<Record<MeasureName, number | null>>;

/** A value for each measure, in order. */
export function measuresBy<Value>(value: (name: MeasureName) => Value): Record<MeasureName, Value> {
  const values: Record<MeasureName, Value> = Object.create(Object.prototype);
  for (const name of MEASURE_NAMES) values[name] = value(name);
  return values;
}
