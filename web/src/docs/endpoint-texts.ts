import type { Language } from '../../../src/messages/languages.ts';
import { ENDPOINT_TEXTS_KO } from './endpoint-texts/ko.ts';
import type { Endpoint, EndpointTexts } from './openapi.ts';

/** The document is English; a language without texts of its own shows it as it is. */
const TEXTS: Readonly<Partial<Record<Language, EndpointTexts>>> = { ko: ENDPOINT_TEXTS_KO };

/** An endpoint with its texts in the reader's language. */
export function endpointIn(language: Language, endpoint: Endpoint): Endpoint {
  const texts = TEXTS[language];
  if (texts === undefined) return endpoint;
  const { operation, parameters, headers, fields } = endpoint;
  const inWords = <Part extends { readonly description: string }>(
    part: Part,
    path: string,
    named: Readonly<Record<string, string>>,
  ): Part => {
    const description = named[`${operation} ${path}`] ?? named[nameOf(path)] ?? part.description;
    return { ...part, description: part.description === '' ? '' : description };
  };
  return {
    ...endpoint,
    ...texts.operations[operation],
    parameters: parameters.map((one) => inWords(one, one.name, texts.parameters)),
    headers: headers.map((one) => inWords(one, one.name, texts.headers)),
    fields: fields.map((one) => inWords(one, one.path, texts.fields)),
  };
}

/** The title of an operation in the reader's language. */
export function endpointTitle(language: Language, operation: string, title: string): string {
  return TEXTS[language]?.operations[operation]?.title ?? title;
}

/** The name at the end of a field's path. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
