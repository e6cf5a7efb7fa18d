import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { createSqlAccountStore } from '../../../../src/store/sql/accounts/account-store.ts';
import { createSqlSecondFactor } from '../../../../src/store/sql/accounts/second-factor.ts';
import { createSqliteSql } from '../../../../src/store/sqlite/sql-driver.ts';
import { codeOf } from '../../../support/authenticator.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { accountsFile, KEY_PREFIX, PEPPER } from './accounts-file.ts';

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const db = file.connect();
  return {
    ...file,
    db,
    clock,
    secondFactor: createSqlSecondFactor({
      database: createSqliteSql(db),
      clock,
      sessionSecret: 'a secret for sessions',
    }),
    accounts: createSqlAccountStore({
      database: createSqliteSql(db),
      clock,
      pepper: PEPPER,
      keyPrefix: KEY_PREFIX,
    }),
  };
}

test('the file holds neither secrets nor recovery codes, and opens none for another secret', async (t) => {
  const { secondFactor, accounts, clock, db, path } = setUp(t);
  const account = await accounts.createAccount({
    email: 'a@example.com',
    name: 'A',
    tier: 'free',
    role: 'developer',
  });
  const accountId = account?.accountId ?? 0;
  const secret = (await secondFactor.begin(accountId))?.secret ?? '';
  const codes = await secondFactor.confirm(accountId, codeOf(secret, clock.nowMs()));
  const bytes = Buffer.concat([path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file)));
  assert.ok(codes !== null && codes.length > 0);
  for (const text of [secret, ...codes]) assert.equal(bytes.includes(text), false);
  const other = createSqlSecondFactor({
    database: createSqliteSql(db),
    clock,
    sessionSecret: 'another secret of sessions',
  });
  clock.advance(30_000);
  await assert.rejects(other.verify(accountId, codeOf(secret, clock.nowMs())));
});
