import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { createRunRequests } from '../../../../src/rankings/run-requests.ts';
import { EDITIONS_FOLDER } from '../../../../src/store/files/edition-files.ts';
import { createSqliteRankingAdmin } from '../../../../src/store/sqlite/rankings/ranking-admin.ts';
import { createSqliteRankingRepository } from '../../../../src/store/sqlite/rankings/ranking-repository.ts';
import { createSqliteRankingStore } from '../../../../src/store/sqlite/rankings/ranking-store.ts';
import { rankingAdminContract } from '../../../contracts/rankings/ranking-admin-contract.ts';
import { rankingRepositoryContract } from '../../../contracts/rankings/ranking-repository-contract.ts';
import { catalogFile } from '../catalog/catalog-file.ts';

const restateEntry = new URL('../../../../bin/restate-thread.ts', import.meta.url);

function setUp(t: TestContext) {
  const file = catalogFile(t);
  const dataDir = dirname(file.path);
  const store = createSqliteRankingStore({ db: file.connect(), directory: join(dataDir, EDITIONS_FOLDER) });
  t.after(() => store.close());
  const { clock, path } = file;
  const runRequests = createRunRequests();
  const admin = createSqliteRankingAdmin({ db: file.connect(), clock, runRequests, restateEntry, path });
  return { ...file, store, repository: createSqliteRankingRepository(dataDir), admin };
}

rankingRepositoryContract('SQLite', setUp);
rankingAdminContract('SQLite', setUp);
