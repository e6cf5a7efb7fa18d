import assert from 'node:assert/strict';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkStore, StoreRefused } from '../../src/store/sqlite/store-check.ts';
import { unpackRelease } from '../support/kept-release.ts';
import { runSeoga } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

describe('a file of the store that was lost', () => {
  for (const name of ['accounts.db', 'catalog.db', 'secrets.json']) {
    for (const [what, lose] of [
      ['is missing', (path: string) => rmSync(path)],
      ['is empty', (path: string) => truncateSync(path)],
    ] as const) {
      test(`${name} ${what} beside other data: refused, naming the file and restore`, (t) => {
        const { dataDir } = unpackRelease(t, '1.0.0');
        const path = join(dataDir, name);
        lose(path);
        assert.throws(
          () => checkStore(dataDir, { keyPepper: null, sessionSecret: null }),
          (error) =>
            error instanceof StoreRefused && error.message.includes(path) && /restore/.test(error.message),
        );
      });
    }
  }

  test('lists.db that is lost or damaged keeps nothing from starting: a run makes it again', (t) => {
    const { dataDir } = unpackRelease(t, '1.0.0');
    const path = join(dataDir, 'lists.db');
    const check = () => checkStore(dataDir, { keyPepper: null, sessionSecret: null });
    writeFileSync(path, 'x'.repeat(8_192));
    check();
    rmSync(path);
    check();
  });

  test('secrets in the environment stand in for a secrets.json that is not there', async (t) => {
    const { dataDir } = unpackRelease(t, '1.0.0');
    rmSync(join(dataDir, 'secrets.json'));
    const secrets = { SEOGA_KEY_PEPPER: 'p'.repeat(40), SEOGA_SESSION_SECRET: 's'.repeat(40) };
    const revoke = ['key', 'revoke', '--account', 'developer@books.example'];
    const { code, stderr } = await runSeoga(dataDir, revoke, secrets);
    assert.equal(code, 0, stderr);
  });

  test('an empty folder may begin with an account or with an import', async (t) => {
    const account = ['account', 'create', '--email', 'a@books.example', '--name', 'A'];
    for (const first of [account, ['import', '-']]) {
      const dataDir = tempDir(t);
      for (const args of [first, account]) {
        assert.doesNotMatch((await runSeoga(dataDir, args)).stderr, /missing or empty/, args.join(' '));
      }
    }
  });
});
