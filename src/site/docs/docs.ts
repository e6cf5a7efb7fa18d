import { exampleCategory } from '../../catalog/category.ts';
import { kstDayOf } from '../../clock.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import { untilChanged } from '../../until-changed.ts';
import type { Services } from '../kit/services.ts';
import { wordsOf } from '../kit/words.ts';
import { findExample } from './answers.ts';
import type { DocsContext } from './context.ts';
import { type OpenApiDocument, readEndpoints } from './openapi.ts';
import { pagesOf } from './pages.ts';
import { createDocsIndex, type DocsIndex } from './search.ts';
import { readTexts } from './texts.ts';

/** The documentation of one running service. */
export interface Docs {
  /** What pages in a language are written from, as the catalogue is now. */
  context(language: Language): Promise<DocsContext>;
  /** Made when somebody first searches in the language. */
  index(language: Language): Promise<DocsIndex>;
  /** The address of every page in reading order. */
  readonly paths: readonly string[];
  /** Addresses of earlier releases and where they lead now: files have no pages of their own. */
  readonly moved: readonly (readonly [from: string, to: string])[];
}

const texts = readTexts();
const made = new WeakMap<Services, Docs>();

export function docsOf(services: Services): Docs {
  const known = made.get(services) ?? createDocs(services);
  made.set(services, known);
  return known;
}

/** Changes when pages do: responses in them show nothing that has been withheld since. */
export async function revisionOfDocs({ catalog, clock }: Services): Promise<string> {
  // The documentation stays up while the catalogue can't be read.
  const revision = await catalog.revision().catch(() => 'none');
  return `${revision} ${kstDayOf(clock.nowMs())}`;
}

function createDocs(services: Services): Docs {
  const { api, catalog, tierLimits, baseUrl, logoUrl, operatorName, keyPrefix } = services;
  const facts = { baseUrl, logoUrl, operatorName, keyPrefix, limits: tierLimits.free };
  const document: OpenApiDocument = JSON.parse(api.describe());
  const endpoints = new Map(LANGUAGES.map((language) => [language, readEndpoints(document, language)]));
  const indexes = new Map<Language, Promise<DocsIndex>>();
  const example = untilChanged(async (_revision: string) => {
    const category = await catalog.listCategories().then(exampleCategory, () => exampleCategory([]));
    return findExample(api, category);
  });

  function contentsIn(language: Language) {
    const [ownTexts, ownEndpoints] = [texts.get(language), endpoints.get(language)];
    if (ownTexts === undefined || ownEndpoints === undefined)
      throw new Error(`no documentation in ${language}`);
    return { texts: ownTexts, endpoints: ownEndpoints };
  }

  async function context(language: Language): Promise<DocsContext> {
    return {
      language,
      words: (area) => wordsOf(area, language),
      ...contentsIn(language),
      facts,
      example: await example(await revisionOfDocs(services)),
      api,
    };
  }

  const english = contentsIn('en');
  return {
    context,
    paths: pagesOf(english).map(({ path }) => path),
    moved: english.endpoints.flatMap(({ operation, file }) =>
      file === null
        ? []
        : [[`/docs/endpoints/${file.operation}`, `/docs/endpoints/${operation}#file`] as const],
    ),
    index(language) {
      const index = indexes.get(language) ?? context(language).then(createDocsIndex);
      indexes.set(language, index);
      index.catch(() => indexes.delete(language));
      return index;
    },
  };
}
