import type { Language } from '../../../src/messages/languages.ts';
import type { DocumentTexts, Endpoint, KnownValue } from './openapi.ts';

/** A text of the document in the reader's language. A language without its own shows the English. */
export function documentText(language: Language, english: string, texts: DocumentTexts): string {
  return texts[language]?.[english] ?? english;
}

/** An endpoint with its texts in the reader's language. */
export function endpointIn(language: Language, endpoint: Endpoint): Endpoint {
  const say = (english: string) => documentText(language, english, endpoint.texts);
  const inWords = <Part extends { readonly description: string; readonly values: readonly KnownValue[] }>(
    part: Part,
  ): Part => ({
    ...part,
    description: say(part.description),
    values: part.values.map((one) => ({ ...one, meaning: say(one.meaning) })),
  });
  return {
    ...endpoint,
    title: say(endpoint.title),
    description: say(endpoint.description),
    parameters: endpoint.parameters.map(inWords).map((one) => ({ ...one, label: say(one.label) })),
    headers: endpoint.headers.map(inWords),
    fields: endpoint.fields.map(inWords),
  };
}
