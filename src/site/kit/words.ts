import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { Language, MessageValues } from '../../messages/languages.ts';
import { type Area, formatOf, type IdIn, type MessageId, messageIn } from '../../messages/messages.ts';

export interface Words<One extends Area> {
  (id: IdIn<One>, values?: MessageValues): string;
  /** A text with marks: `<b>`, `<em>`, `<code>` and `<bdi>` become elements, and values may be markup. */
  html(id: IdIn<One>, values?: Readonly<Record<string, HtmlValue>>): Html;
}

const MARKS = {
  b: (inside: HtmlValue[]) => html`<strong>${inside}</strong>`,
  em: (inside: HtmlValue[]) => html`<em>${inside}</em>`,
  code: (inside: HtmlValue[]) => html`<code>${inside}</code>`,
  bdi: (inside: HtmlValue[]) => html`<bdi>${inside}</bdi>`,
};

export function wordsOf<One extends Area>(area: One, language: Language): Words<One> {
  // TypeScript doesn't see that an area and an id in it make an id.
  const idOf = (id: string) => `${area}.${id}` as MessageId;
  const text = (id: IdIn<One>, values?: MessageValues) => messageIn(language, idOf(id), values);
  const marked = (id: IdIn<One>, values: Readonly<Record<string, HtmlValue>> = {}) => {
    const parts = formatOf(language, idOf(id), true).format.format<HtmlValue>({ ...MARKS, ...values });
    return html`${parts}`;
  };
  return Object.assign(text, { html: marked });
}

/** Cached, because making a format costs twenty times as much as using it. */
const numberFormats = new Map<string, Intl.NumberFormat>();

export function numberIn(language: Language, value: number, options?: Intl.NumberFormatOptions): string {
  const key = options === undefined ? language : `${language} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options);
  numberFormats.set(key, format);
  return format.format(value);
}
