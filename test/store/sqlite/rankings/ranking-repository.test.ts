import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { createRunRequests } from '../../../../src/rankings/run-requests.ts';
import { EDITIONS_FOLDER } from '../../../../src/store/files/edition-files.ts';
import { createSqliteFeedStore } from '../../../../src/store/sqlite/catalog/feed-store.ts';
import { createAskLedger } from '../../../../src/store/sqlite/rankings/ledger-thread.ts';
import { createSqliteOrderDesk } from '../../../../src/store/sqlite/rankings/order-desk.ts';
import { createSqliteRankingAdmin } from '../../../../src/store/sqlite/rankings/ranking-admin.ts';
import { createSqliteRankingRepository } from '../../../../src/store/sqlite/rankings/ranking-repository.ts';
import { createSqliteRankingStore } from '../../../../src/store/sqlite/rankings/ranking-store.ts';
import { orderDeskContract } from '../../../contracts/rankings/order-desk-contract.ts';
import { rankingAdminContract } from '../../../contracts/rankings/ranking-admin-contract.ts';
import { rankingRepositoryContract } from '../../../contracts/rankings/ranking-repository-contract.ts';
import { BUYER_KEY } from '../../../rankings/ranking-world.ts';
import { catalogFile } from '../catalog/catalog-file.ts';

const ledgerEntry = new URL('../../../../bin/work-thread.ts', import.meta.url);

function setUp(t: TestContext) {
  const file = catalogFile(t);
  const dataDir = dirname(file.path);
  const directory = join(dataDir, EDITIONS_FOLDER);
  const store = createSqliteRankingStore({ db: file.connect(), directory });
  t.after(() => store.close());
  const { clock, path } = file;
  const db = file.connect();
  const askLedger = createAskLedger(ledgerEntry, { path, directory, copiesPerBuyer: 1 });
  const admin = createSqliteRankingAdmin({ db, clock, runRequests: createRunRequests(), askLedger });
  const desk = createSqliteOrderDesk({ db, clock, buyerKey: BUYER_KEY, askLedger });
  const feeds = createSqliteFeedStore({ path, clock, buyerKey: BUYER_KEY });
  const repository = createSqliteRankingRepository(dataDir);
  return { ...file, feeds, store, repository, admin, desk };
}

rankingRepositoryContract('SQLite', setUp);
rankingAdminContract('SQLite', setUp);
orderDeskContract('SQLite', setUp);
