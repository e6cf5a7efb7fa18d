import { join } from 'node:path';
import { openCatalogDatabase } from '../../src/store/sqlite/catalog-database.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';

/** How long its statements wait. Nobody writes on the connection, so it waits only while another one recovers the file. */
const BUSY_MS = 1_000;

/** The catalogue as the search index reads it, for the thread of the search and for those that build. */
export function openSearchDatabase(dataDir: string) {
  return openCatalogDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs: BUSY_MS });
}
