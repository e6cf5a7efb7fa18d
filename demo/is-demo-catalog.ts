import type { CatalogStore } from '../src/catalog/catalog-store.ts';
import type { ImportLog } from '../src/ingest/import-log.ts';
import { authorRecord } from './texts.ts';
import { PEOPLE } from './works.ts';

/** Whether the catalogue is the demo's and no feed was ever brought, whatever became of it. */
export async function isDemoCatalog(
  catalog: Pick<CatalogStore, 'findAuthor'>,
  importLog: Pick<ImportLog, 'list'>,
): Promise<boolean> {
  const [person] = PEOPLE;
  if (person === undefined || (await importLog.list(1)).length > 0) return false;
  const { authorId, details } = authorRecord(person);
  return (await catalog.findAuthor(authorId))?.details === details;
}
