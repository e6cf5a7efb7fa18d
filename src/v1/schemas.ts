import Type, { type TObject, type TSchema } from 'typebox';
import { MEDIA_TYPES } from '../http/file-answer.ts';
import { AGES, NEW_PRODUCT_SORTS, SEXES } from '../rankings/ranking-store.ts';
import { FILE_FORMATS, PAGE_SIZE_EXPORT, PAGE_SIZE_JSON } from './params.ts';

/**
 * Shapes of parameters and answers, for the OpenAPI document and for the tests that check answers against it. Fields
 * are in the order of docs/rules/interface.md#item.
 */

const text = (description: string) => Type.String({ description });
const integer = (description: string) => Type.Integer({ description });
const orNull = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description });
const closed = { additionalProperties: false };

export const metaSchema = Type.Object(
  {
    apiTitle: text('Title of the called endpoint'),
    apiLink: text('Address of the request'),
    logoUrl: text("Address of the operator's logo"),
    pubDate: text('Time of the answer, ISO 8601 with +09:00'),
    query: text('Query string with its "?", empty without parameters'),
    version: text('Version of the API'),
  },
  closed,
);

const contentDetailSchema = Type.Object(
  {
    bookIntroduction: orNull(Type.String(), 'Introduction'),
    bookSummary: orNull(Type.String(), 'Summary of the plot'),
    tableOfContents: orNull(Type.String(), 'Table of contents'),
  },
  closed,
);

const sideFields = {
  sideCover: text('Picture of the spine; a substitute when none is registered'),
  backCover: text('Picture of the back; a substitute when none is registered'),
};

const detailFields = {
  subTitle: text('Subtitle'),
  originalTitle: orNull(Type.String(), 'Original title'),
  originalTranslation: orNull(Type.String(), 'Marks a translated work'),
  servicePoint: orNull(Type.Integer(), 'Loyalty points'),
  salePoint: orNull(Type.Integer(), 'Sales index; null before the first sale'),
  fixedBookPriceYn: Type.Enum(['Y', 'N'], { description: 'Under the fixed book price system' }),
  pages: orNull(Type.Integer(), 'Pages'),
  weight: orNull(Type.Integer(), 'Grams'),
  width: orNull(Type.Integer(), 'Millimetres'),
  length: orNull(Type.Integer(), 'Millimetres'),
  height: orNull(Type.Integer(), 'Millimetres'),
  itemFormat: orNull(Type.String(), 'Format of the book'),
  starScore: Type.Number({ description: 'Rating by reviewers' }),
  mobileLink: text('Product page for phones'),
  eBookLink: orNull(Type.String(), 'Page of the e-book edition'),
  ebookId: orNull(Type.Integer(), 'Product number of the e-book edition'),
  series: Type.Array(
    Type.Object(
      { seriesId: integer('Number of the series'), seriesName: text('Name of the series') },
      closed,
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
      adultYn: Type.Enum(['Y', 'N'], { description: 'For adults only' }),
      publisher: text('Publisher'),
      isbn10: text('ISBN10, empty when none'),
      isbn13: text('ISBN13, empty when none'),
      shopPrice: Type.Number({ description: 'List price' }),
      salePrice: Type.Number({ description: 'Selling price; the deal price while a deal lasts' }),
      publishDate: text('Date of publication, yyyy-MM-dd; empty when unknown'),
      itemStatus: text('Sales status'),
      cover: text('Cover picture; a substitute when none is registered'),
      ...(sides ? sideFields : {}),
      link: text('Original product page'),
      addOnLink: text('Add-on click address; empty without enrolment'),
      upDown: orNull(
        Type.Integer(),
        'Places gained since the preceding edition; null when new or not ranked',
      ),
      contentDetail: orNull(contentDetailSchema, 'Introduction, summary and contents'),
      // Only with detail=Y.
      ...optional(detailFields),
    },
    closed,
  );
}

function itemListSchema(sides: boolean): TObject {
  return Type.Object(
    {
      meta: metaSchema,
      items: Type.Array(itemSchema(sides)),
      currentPage: integer('Page, from 1'),
      pageSize: integer('Entries a page'),
      totalCount: integer('Entries in the whole list'),
    },
    closed,
  );
}

/** data of the endpoints that show all three pictures (docs/rules/interface.md#item-lists). */
export const itemListWithSides = itemListSchema(true);
/** data of the endpoints that show the cover only. */
export const itemListCoverOnly = itemListSchema(false);

export const authorData = Type.Object(
  {
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
        link: text("Author's page"),
      },
      closed,
    ),
  },
  closed,
);

export const contentData = Type.Object(
  {
    meta: metaSchema,
    data: Type.Object(
      { itemId: integer('Product number'), contents: text('Table of contents with line breaks') },
      closed,
    ),
  },
  closed,
);

const monthRanks = (description: string) =>
  Type.Array(
    Type.Object({ month: text('yyyy-MM'), rank: integer("Place in the month's list, from 1") }, closed),
    { description },
  );

export const historyData = Type.Object(
  {
    meta: metaSchema,
    data: Type.Object(
      {
        itemId: integer('Product number'),
        categoryId: text("The product's first category"),
        ranks: monthRanks('Monthly lists of that category in which it stands, oldest first'),
        rootCategoryId: text('The category at the top of that one'),
        rootRanks: monthRanks('Monthly lists of the top category in which it stands, oldest first'),
      },
      closed,
    ),
  },
  closed,
);

export const categoryListData = Type.Object(
  {
    meta: metaSchema,
    data: Type.Array(
      Type.Object(
        {
          categoryId: text('Identifier'),
          categoryName: text('Name'),
          categoryFullPath: text('Names from the root on'),
          categoryUrl: text('Page of the category'),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** Wraps `data` into the envelope. */
export function successSchema(data: TSchema): TObject {
  return Type.Object(
    { success: Type.Literal(true), message: Type.Literal('OK'), errorCode: Type.Null(), data },
    closed,
  );
}

/** A file as one of two kinds. */
export const fileContent = {
  [MEDIA_TYPES.xlsx]: { schema: Type.Unsafe({ type: 'string', format: 'binary' }) },
  'text/csv': { schema: Type.String() },
};

/** The envelope of a failure with one of several codes. */
export function failureSchema(codes: readonly string[]): TObject {
  return Type.Object(
    {
      success: Type.Literal(false),
      message: Type.String(),
      errorCode: Type.Enum([...codes]),
      data: Type.Object({}, closed),
    },
    closed,
  );
}

/** Parameters as several endpoints take them. */
export const parameter = {
  categoryId: Type.String({ description: 'Category identifier', examples: ['001'] }),
  dateOfMonth: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Default: yesterday in Korea. Year and month choose the list',
    }),
  ),
  date: Type.Optional(Type.String({ format: 'date', description: 'Default: yesterday in Korea' })),
  sex: Type.Optional(Type.Enum([...SEXES], { default: 'A', description: 'A all, M male, F female buyers' })),
  age: Type.Optional(
    Type.Enum([...AGES], { default: 255, description: 'Age band of buyers; 255 all, 60 = 60 and over' }),
  ),
  newProductSort: Type.Optional(
    Type.Enum([...NEW_PRODUCT_SORTS], {
      default: 'RegDate',
      description:
        'RegDate newest registration, Sales highest sales index, New latest publication, LowPrice and HighPrice ' +
        'selling price, Name title',
    }),
  ),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: PAGE_SIZE_JSON })),
  pageSizeExport: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: PAGE_SIZE_EXPORT })),
  format: Type.Optional(
    Type.Enum([...FILE_FORMATS], {
      default: 'xlsx',
      description:
        'Kind of file. CSV has no types: programs may take a text that begins with =, +, - or @ for a formula',
    }),
  ),
  header: Type.Optional(
    Type.Enum(['Y', 'N'], { default: 'Y', description: 'N leaves out the row of column titles' }),
  ),
  detail: Type.Optional(Type.Enum(['Y', 'N'], { default: 'N', description: 'Y adds the detail fields' })),
  searchType: Type.Optional(
    Type.Enum(['ISBN13', 'ItemId'], { default: 'ISBN13', description: 'What query holds' }),
  ),
  itemQuery: Type.String({ description: 'An ISBN13 or a product number', examples: ['9791199900004'] }),
};
