import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import inject from 'light-my-request';
import { compose } from '../../bin/compose.ts';
import { readConfig } from '../../src/config.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { KEPT_RELEASES, type KeptRelease, unpackRelease } from '../support/kept-release.ts';
import { opsOf, runSeoga, startServer } from '../support/server-process.ts';

for (const release of KEPT_RELEASES) {
  describe(`data of version ${release}`, () => {
    test('every answer is what that version answered, before anything is counted again', async (t) => {
      await assertAnswers(unpackRelease(t, release));
    });

    test('a server answers closed months from its first second, is ready, and verify finds nothing', async (t) => {
      const kept = unpackRelease(t, release);
      const closedMonths = Object.keys(kept.answers).slice(0, 2);
      const server = await startServer(t, {
        dataDir: kept.dataDir,
        environment: {
          SEOGA_KEY_PREFIX: kept.keyPrefix,
          SEOGA_BASE_URL: 'https://books.example',
        },
      });
      assert.equal((await fetch(`${await opsOf(server)}/health/ready`)).status, 200);
      for (const path of closedMonths) {
        const response = await fetch(server.address + path, { headers: { 'x-api-key': kept.key } });
        assert.equal(response.status, 200, path);
        const { data } = (await response.json()) as { data: object };
        assert.partialDeepStrictEqual(data, kept.answers[path]);
      }
      assert.equal(await server.stop(), 0);
      const verified = await server.seoga(['verify']);
      assert.equal(verified.code, 0, verified.stdout);
    });
  });
}

describe('data of a later version', () => {
  for (const [what, change] of [
    ['accounts.db', (dir: string) => setVersion(join(dir, 'accounts.db'), 9_000)],
    ['catalog.db', (dir: string) => setVersion(join(dir, 'catalog.db'), 9_000)],
    ['catalog.db that was not closed', (dir: string) => setVersionInLog(dir)],
  ] as const) {
    test(`${what}: every command refuses with one line and leaves every byte as it is`, async (t) => {
      const { dataDir } = unpackRelease(t, '1.0.0');
      change(dataDir);
      const before = bytesOf(dataDir);
      for (const command of what === 'catalog.db' ? ['serve', 'rank', 'verify'] : ['serve']) {
        const { code, stderr } = await runSeoga(dataDir, [command]);
        assert.equal(code, 1, command);
        assert.match(stderr, /^[^\n]*newer version of Seoga[^\n]*Nothing was changed\.\n$/, command);
        assert.deepEqual(bytesOf(dataDir), before, command);
      }
    });
  }

  test('data of a build before the first release, or of another program: refused, and left as they are', async (t) => {
    const { dataDir } = unpackRelease(t, '1.0.0');
    const db = new DatabaseSync(join(dataDir, 'catalog.db'));
    db.exec('PRAGMA application_id = 0; PRAGMA user_version = 52; PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    const before = bytesOf(dataDir);
    for (const command of ['serve', 'rank', 'verify']) {
      const { code, stderr } = await runSeoga(dataDir, [command]);
      assert.equal(code, 1, command);
      assert.match(
        stderr,
        /^[^\n]*catalog\.db was not written by a release[^\n]*Nothing was changed\.\n$/,
        command,
      );
      assert.deepEqual(bytesOf(dataDir), before, command);
    }
  });
});

/** Serves the folder at the moment at which the release answered, without any ranking run. */
async function assertAnswers(kept: KeptRelease): Promise<void> {
  const config = readConfig({
    SEOGA_DATA_DIR: kept.dataDir,
    SEOGA_KEY_PREFIX: kept.keyPrefix,
    SEOGA_BASE_URL: 'https://books.example',
    SEOGA_LOG_LEVEL: 'silent',
  });
  const clock = fixedClock(kept.at);
  const service = await compose({ config, clock, baseUrl: 'https://books.example' });
  try {
    assert.equal(await service.search.whenReady(60_000), true);
    for (const [url, expected] of Object.entries(kept.answers)) {
      const response = await inject(service.app.listener, { url, headers: { 'x-api-key': kept.key } });
      assert.equal(response.statusCode, 200, `${url}: ${response.payload}`);
      assert.partialDeepStrictEqual(response.json().data, expected, url);
      clock.advance(1_000);
    }
  } finally {
    await service.close();
  }
}

function setVersion(path: string, version: number): void {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
  db.close();
}

/** The later version is in the write-ahead log alone, as a server that was killed leaves it. */
function setVersionInLog(dir: string): void {
  const path = join(dir, 'catalog.db');
  const script = `const {DatabaseSync} = require('node:sqlite'); const db = new DatabaseSync(${JSON.stringify(path)});
    db.exec('PRAGMA user_version = 9000'); process.kill(process.pid, 'SIGKILL')`;
  spawnSync(process.execPath, ['-e', script]);
}

/** The files of a folder. Every reader of a database makes a shared-memory index and an empty log beside it. */
function bytesOf(dir: string): Readonly<Record<string, string>> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.includes('.') && !name.endsWith('-shm')).sort();
  const bytes = files.map((name) => [name, readFileSync(join(dir, name), 'latin1')] as const);
  return Object.fromEntries(bytes.filter(([name, text]) => !name.endsWith('-wal') || text !== ''));
}
