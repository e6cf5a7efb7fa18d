import { createSqliteItemOverrides } from '../../../../src/store/sqlite/catalog/item-overrides.ts';
import { itemOverridesContract } from '../../../contracts/catalog/item-overrides-contract.ts';
import { catalogFile } from './catalog-file.ts';

itemOverridesContract('SQLite', (t) => {
  const file = catalogFile(t);
  return { ...file, overrides: createSqliteItemOverrides({ db: file.connect(), clock: file.clock }) };
});
