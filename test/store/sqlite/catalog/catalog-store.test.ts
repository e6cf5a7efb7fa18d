import { createSqliteItemOverrides } from '../../../../src/store/sqlite/catalog/item-overrides.ts';
import { catalogStoreContract } from '../../../contracts/catalog/catalog-store-contract.ts';
import { itemOverridesContract } from '../../../contracts/catalog/item-overrides-contract.ts';
import { catalogFile } from './catalog-file.ts';

catalogStoreContract('SQLite', (t) => {
  const file = catalogFile(t);
  const db = file.connect();
  return {
    ...file,
    setSalePoint(itemId, salePoint) {
      db.prepare('INSERT OR REPLACE INTO item_sale_point VALUES (?, ?)').run(itemId, salePoint);
    },
  };
});

itemOverridesContract('SQLite', (t) => {
  const file = catalogFile(t);
  return { ...file, overrides: createSqliteItemOverrides({ db: file.connect(), clock: file.clock }) };
});
