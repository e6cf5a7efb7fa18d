import { exampleCategory } from '../../catalog/category.ts';
import { kstDayOf } from '../../clock.ts';
import type { Language } from '../../messages/languages.ts';
import { untilChanged } from '../../until-changed.ts';
import type { Services } from '../kit/services.ts';
import { wordsOf } from '../kit/words.ts';
import { type DocsContext, findExample } from './context.ts';
import { createDocsIndex, type DocsIndex } from './search.ts';
import { TEXTS } from './texts.ts';

/** The documentation of one running service. */
export interface Docs {
  /** What pages in a language are written from, as the catalogue is now. */
  context(language: Language): Promise<DocsContext>;
  /** Made when somebody first searches in the language. */
  index(language: Language): Promise<DocsIndex>;
}

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

function createDocs(site: Services): Docs {
  const { api, catalog } = site;
  const indexes = new Map<Language, Promise<DocsIndex>>();
  const example = untilChanged(async (_revision: string) => {
    const category = await catalog.listCategories().then(exampleCategory, () => exampleCategory([]));
    return findExample(api, category);
  });
  const context = async (language: Language): Promise<DocsContext> => ({
    language,
    words: (area) => wordsOf(area, language),
    texts: TEXTS[language],
    site,
    bodyOf: api.bodyOf,
    example: await example(await revisionOfDocs(site)),
  });
  return {
    context,
    index(language) {
      const index = indexes.get(language) ?? context(language).then(createDocsIndex);
      indexes.set(language, index);
      index.catch(() => indexes.delete(language));
      return index;
    },
  };
}
