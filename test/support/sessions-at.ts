import { join } from 'node:path';
import { type OpenSession, sessionsOf } from '../../src/rankings/run/ranking-session.ts';
import { CATALOG_FILE, LISTS_FILE } from '../../src/store/sqlite/database.ts';
import { openCatalogDatabase, openListsDatabase } from '../../src/store/sqlite/databases.ts';

export function sessionsAt(dataDir: string): OpenSession {
  return async (options) => {
    using opened = new DisposableStack();
    const catalog = opened.use(openCatalogDatabase(join(dataDir, CATALOG_FILE)));
    const lists = opened.use(openListsDatabase(join(dataDir, LISTS_FILE)));
    const session = await sessionsOf({ catalog, lists })(options);
    if (session === null) return null;
    const held = opened.move();
    const close = () => session.close().finally(() => held.dispose());
    return { ...session, close };
  };
}
