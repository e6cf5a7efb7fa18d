import Type, { type TObject, type TSchema } from 'typebox';
import { MEDIA_TYPES } from '../http/file-answer.ts';

/**
 * Shapes of answers, for the OpenAPI document and for the tests that check answers against it. Fields are in the order of docs/rules/interface.md#item. A shape with a title becomes a named schema of the document.
 * Shapes are open: clients must accept fields that later versions add.
 */

const text = (description: string) => Type.String({ description });
const integer = (description: string) => Type.Integer({ description });
const orNull = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description });
const address = (description: string) => Type.String({ format: 'uri', description });
/** One of several words. */
export const oneOf = <T extends string>(values: readonly T[], options: object) =>
  Type.Enum([...values], { type: 'string', ...options });

export const metaSchema = Type.Object(
  {
    apiTitle: text('Title of the called endpoint'),
    apiLink: address('Address of the request'),
    logoUrl: address("Address of the operator's logo"),
    pubDate: Type.String({ format: 'date-time', description: 'Time of the response, ISO 8601 with +09:00' }),
    query: text('Query string with its "?", empty without parameters'),
    version: text('Version of the API'),
  },
  { title: 'Meta' },
);

const contentDetailSchema = Type.Object(
  {
    bookIntroduction: orNull(Type.String(), 'Introduction'),
    bookSummary: orNull(Type.String(), 'Summary of the plot'),
    tableOfContents: orNull(Type.String(), 'Table of contents'),
  },
  { title: 'ContentDetail' },
);

const sideFields = {
  sideCover: address('Picture of the spine; a substitute when none is registered'),
  backCover: address('Picture of the back; a substitute when none is registered'),
};

const detailFields = {
  subTitle: text('Subtitle'),
  originalTitle: orNull(Type.String(), 'Original title'),
  originalTranslation: orNull(Type.String(), 'Marks a translated work'),
  servicePoint: orNull(Type.Integer(), 'Loyalty points'),
  salePoint: orNull(Type.Integer(), 'Sales index; null before the first sale'),
  fixedBookPriceYn: oneOf(['Y', 'N'], { description: 'Whether the fixed book price system applies' }),
  pages: orNull(Type.Integer(), 'Pages'),
  weight: orNull(Type.Integer(), 'Grams'),
  width: orNull(Type.Integer(), 'Millimetres'),
  length: orNull(Type.Integer(), 'Millimetres'),
  height: orNull(Type.Integer(), 'Millimetres'),
  itemFormat: orNull(Type.String(), 'Format of the book'),
  starScore: Type.Number({ description: 'Rating by reviewers' }),
  mobileLink: address('Product page for phones'),
  eBookLink: orNull(Type.String({ format: 'uri' }), 'Page of the e-book edition'),
  ebookId: orNull(Type.Integer(), 'Product number of the e-book edition'),
  series: Type.Array(
    Type.Object(
      { seriesId: integer('Number of the series'), seriesName: text('Name of the series') },
      { title: 'SeriesReference' },
    ),
  ),
};

const optional = (fields: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]));

export function itemSchema(sides: boolean): TObject {
  return Type.Object(
    {
      sortOrder: integer('Position in the whole list, from 1'),
      itemId: integer('Product number'),
      title: text('Title'),
      author: text('Authors or artists'),
      goodsType: text('Type of product'),
      goodsSortNm: text('Management classification'),
      adultYn: oneOf(['Y', 'N'], { description: 'For adults only' }),
      publisher: text('Publisher'),
      isbn10: text('ISBN10, empty when none'),
      isbn13: text('ISBN13, empty when none'),
      shopPrice: Type.Number({ description: 'List price' }),
      salePrice: Type.Number({ description: 'Selling price; the deal price while a deal lasts' }),
      publishDate: text('Publication date, yyyy-MM-dd; empty when unknown'),
      itemStatus: text('Sales status'),
      cover: address('Cover picture; a substitute when none is registered'),
      ...(sides ? sideFields : {}),
      link: address('Original product page'),
      addOnLink: text('Add-on click address; empty unless the account is enrolled'),
      upDown: orNull(
        Type.Integer(),
        'Places gained since the preceding edition; null when new or not ranked',
      ),
      contentDetail: orNull(contentDetailSchema, 'Introduction, summary and contents'),
      // Only with detail=Y.
      ...optional(detailFields),
    },
    { title: sides ? 'ItemWithAllCovers' : 'Item' },
  );
}

function itemListSchema(sides: boolean): TObject {
  return Type.Object(
    {
      meta: metaSchema,
      items: Type.Array(itemSchema(sides)),
      currentPage: integer('Page number, from 1'),
      pageSize: integer('Entries per page'),
      totalCount: integer('Entries in the whole list'),
    },
    { title: sides ? 'ItemListWithAllCovers' : 'ItemList' },
  );
}

/** data of the endpoints that show all three pictures (docs/rules/interface.md#item-lists). */
export const itemListWithSides = itemListSchema(true);
/** data of the endpoints that show the cover only. */
export const itemListCoverOnly = itemListSchema(false);

export const authorData = Type.Object({
  meta: metaSchema,
  data: Type.Object(
    {
      authorId: integer('Number of the author'),
      author: text('Name'),
      authorType: text('Role, such as author or translator'),
      birthDate: text('Date of birth'),
      deathDate: text('Date of death; empty when none'),
      debutTitle: text('First work'),
      details: text('Introduction of the author'),
      link: address("Author's page"),
    },
    { title: 'Author' },
  ),
});

export const contentData = Type.Object({
  meta: metaSchema,
  data: Type.Object(
    { itemId: integer('Product number'), contents: text('Table of contents with line breaks') },
    { title: 'Contents' },
  ),
});

const monthRanks = (description: string) =>
  Type.Array(
    Type.Object(
      { month: text('yyyy-MM'), rank: integer("Place in the month's list, from 1") },
      { title: 'MonthRank' },
    ),
    { description },
  );

export const historyData = Type.Object({
  meta: metaSchema,
  data: Type.Object(
    {
      itemId: integer('Product number'),
      categoryId: text("The product's first category"),
      ranks: monthRanks('Months in which it ranked in that category, oldest first'),
      rootCategoryId: text('The top-level category above it'),
      rootRanks: monthRanks('Months in which it ranked in the top-level category, oldest first'),
    },
    { title: 'RankHistory' },
  ),
});

export const categoryListData = Type.Object({
  meta: metaSchema,
  data: Type.Array(
    Type.Object(
      {
        categoryId: text('Identifier'),
        categoryName: text('Name'),
        categoryFullPath: text('Names from the top-level category down'),
        categoryUrl: address('Category page'),
      },
      { title: 'Category' },
    ),
  ),
});

/** Wraps `data` into the envelope. */
export function successSchema(data: TSchema): TObject {
  return Type.Object({
    success: Type.Literal(true),
    message: Type.Literal('OK'),
    errorCode: Type.Null(),
    data,
  });
}

/** A file as one of two kinds. */
export const fileContent = {
  [MEDIA_TYPES.xlsx]: { schema: Type.Unsafe({ type: 'string', format: 'binary' }) },
  'text/csv': { schema: Type.String() },
};

/** The envelope of a failure, whatever its code. */
const errorEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    message: text('What is wrong, in English or, with Accept-Language: ko, in Korean'),
    errorCode: Type.String({ pattern: '^[A-Z]+_[A-Z0-9]+$', description: 'Error code' }),
    data: Type.Object({}, { maxProperties: 0 }),
  },
  { title: 'ErrorEnvelope' },
);

/** The envelope of a failure with one of several codes. */
export function failureSchema(codes: readonly string[]): TSchema {
  return Type.Intersect([errorEnvelope, Type.Unsafe({ properties: { errorCode: { enum: codes } } })]);
}
