import type { Shelf } from '../../../src/portal/contract/catalogue.ts';
import type { TestAnswer } from '../../../src/portal/contract/own-service.ts';
import { CORRECTION_KINDS } from '../../../src/search/search-index.ts';

/** An item of an answer, as far as its picture needs it. */
export interface PicturedItem {
  readonly itemId: number;
  readonly title: string;
  readonly cover: string;
}

/** An envelope's items with pictures, and its error code; neither, if the body isn't an envelope. */
export function readAnswer(body: string | null): {
  readonly items: readonly PicturedItem[];
  readonly errorCode: string;
} {
  const envelope = parse(body);
  const { items } = asObject(envelope.data);
  return {
    items: Array.isArray(items) ? items.map(asObject).flatMap(readItem) : [],
    errorCode: typeof envelope.errorCode === 'string' ? envelope.errorCode : '',
  };
}

/** What the headers of a search say about the query: what was searched instead, and what else may have been meant. */
export function readSearchNotes(
  headers: TestAnswer['headers'],
): Pick<Shelf, 'correction' | 'suggestedQuery'> {
  const kind = CORRECTION_KINDS.find((one) => one === headers['seoga-correction']);
  const suggested = headers['seoga-suggestion'];
  return {
    correction:
      kind === undefined ? null : { kind, query: decodeURIComponent(headers['seoga-query-used'] ?? '') },
    suggestedQuery: suggested === undefined ? null : decodeURIComponent(suggested),
  };
}

function readItem(item: Readonly<Record<string, unknown>>): readonly PicturedItem[] {
  const { itemId, title, cover } = item;
  if (typeof itemId !== 'number' || typeof title !== 'string' || typeof cover !== 'string') return [];
  // Only pictures from the web: no response should hold other schemes.
  return /^https?:\/\//.test(cover) ? [{ itemId, title, cover }] : [];
}

function parse(body: string | null): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(body ?? ''));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
