import Type, { type TObject, type TSchema } from 'typebox';
import { MEDIA_TYPES } from '../http/cached-response.ts';
import { about, type DocumentText, type Meanings, withMeanings } from './openapi/document-texts.ts';

/**
 * The parts of response shapes, for the OpenAPI document and for the tests that check responses against it. Each
 * endpoint's shape is in its file. A shape with a title becomes a named schema of the document. Shapes are open:
 * clients must accept fields that later versions add.
 */

export const text = (description: DocumentText) => Type.String(about(description));
export const integer = (description: DocumentText) => Type.Integer(about(description));
export const date = (description: DocumentText) => Type.String({ format: 'date', ...about(description) });
export const address = (description: DocumentText) => Type.String({ format: 'uri', ...about(description) });
export const orNull = (schema: TSchema, description: DocumentText) =>
  Type.Union([schema, Type.Null()], about(description));
/** One of several words. */
export const enumerated = (meanings: Meanings, description: DocumentText) =>
  Type.Enum(Object.keys(meanings), { type: 'string', ...withMeanings(about(description), meanings) });
export const yesOrNo = (description: DocumentText) =>
  enumerated({ Y: { en: 'Yes', ko: '예' }, N: { en: 'No', ko: '아니요' } }, description);
/** The shop's labels, with those that most shops use. */
export const label = (description: DocumentText, known: Meanings) =>
  Type.String(labelsOf(description, known));
export const labelOrNull = (description: DocumentText, known: Meanings) =>
  Type.Union([Type.String(), Type.Null()], labelsOf(description, known));

function labelsOf(description: DocumentText, known: Meanings) {
  return { ...withMeanings(about(description), known), examples: Object.keys(known) };
}

export const metaSchema = Type.Object(
  {
    apiTitle: text({ en: 'Title of the endpoint', ko: '호출한 API의 이름' }),
    apiLink: address({ en: 'URL of the request', ko: '요청 URL' }),
    logoUrl: address({ en: "URL of the operator's logo", ko: '운영자 로고의 URL' }),
    pubDate: Type.String({
      format: 'date-time',
      ...about({ en: 'Time of the response, ISO 8601 with +09:00', ko: '응답 시각. ISO 8601, +09:00' }),
    }),
    query: text({
      en: 'Query string with its "?", empty without parameters',
      ko: '"?"를 포함한 쿼리 문자열. 파라미터가 없으면 빈 문자열',
    }),
    version: text({ en: 'API version', ko: 'API 버전' }),
  },
  { title: 'Meta' },
);

/** `data` of an endpoint with our own format: meta, and its result. */
export function dataSchema(title: string, data: TSchema): TObject {
  return Type.Object({ meta: metaSchema, data }, { title: `${title}Data` });
}

/** Wraps `data` into the envelope. */
export function successSchema(data: TSchema & { readonly title?: string }): TObject {
  const title = data.title === undefined ? {} : { title: `${data.title.replace(/Data$/, '')}Response` };
  return Type.Object(
    { success: Type.Literal(true), message: successMessage, errorCode: Type.Null(), data },
    title,
  );
}

const successMessage = Type.String({
  description:
    'OK; of a search that was answered for another term, a sentence that names both, in English or, with Accept-Language: ko, in Korean',
});

/** A file in one of two formats. */
export const fileContent = {
  [MEDIA_TYPES.xlsx]: { schema: Type.Unsafe({ type: 'string', format: 'binary' }) },
  'text/csv': { schema: Type.String() },
};

/** The envelope of a failure, whatever its code. */
const errorEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String({
      description: 'What is wrong, in English or, with Accept-Language: ko, in Korean',
    }),
    errorCode: Type.String({ pattern: '^[A-Z]+_[A-Z0-9]+$', description: 'Error code' }),
    data: Type.Object({}, { maxProperties: 0 }),
  },
  { title: 'ErrorEnvelope' },
);

/** The envelope of a failure with one of several codes. */
export function failureSchema(codes: readonly string[]): TSchema {
  return Type.Intersect([errorEnvelope, Type.Unsafe({ properties: { errorCode: { enum: codes } } })]);
}
