import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { HealthReport } from '../../src/http/metrics.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import {
  callApi,
  issueKey,
  opsOf,
  outputOf,
  runSeogaEach,
  startServer,
  UNLIMITED,
} from '../support/server-process.ts';
import { smallShop } from '../support/small-shop.ts';
import { type Cleanup, suiteCleanup, tempDir } from '../support/temp-dir.ts';

const LIST = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31';
const CATEGORIES = '/v1/category/list';
const [FAKE_TIME] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

describe('a machine whose disk or clock fails', () => {
  const t = suiteCleanup();
  const made = tempDir(t);
  let key = '';
  before(async () => {
    const server = await startServer(t, { dataDir: made, environment: UNLIMITED });
    key = await issueKey(server);
    await server.stop();
    const feed = join(made, 'shop.jsonl');
    writeFileSync(feed, jsonLines(smallShop));
    (await runSeogaEach(made, [['import', feed], ['rank']])).forEach(outputOf);
  });

  async function start(test: Cleanup, settings: Readonly<Record<string, string>> = {}, dataDir?: string) {
    const folder = dataDir ?? tempDir(test);
    if (dataDir === undefined) cpSync(made, folder, { recursive: true });
    const server = await startServer(test, { dataDir: folder, environment: { ...UNLIMITED, ...settings } });
    const ask = (path: string) => callApi(server, path, key);
    return {
      server,
      folder,
      ask,
      call: async (path: string) => (await ask(path)).status,
      /** Calls left for the day; asking counts nothing. */
      left: async () => (await ask('/v1/usage')).left,
    };
  }

  test('what was answered while the disk is full survives a kill; what cannot be counted is answered 503', {
    skip: process.platform === 'linux' ? false : 'needs prlimit',
  }, async (t) => {
    const victim = await start(t);
    const before = await victim.left();
    let answered = 0;
    const callAll = async () => {
      const statuses = await Promise.all(Array.from({ length: 20 }, () => victim.call(CATEGORIES)));
      for (const status of statuses) {
        assert.ok(status === 200 || status === 503, `${status}`);
        if (status === 200) answered++;
      }
      return statuses;
    };
    await callAll();
    // From here on, no file may be written.
    const { status } = spawnSync('prlimit', ['--pid', `${victim.server.pid}`, '--fsize=0:']);
    assert.equal(status, 0);
    await eventually(async () => (await callAll()).includes(503));
    for (let round = 0; round < 5; round++) await callAll();
    await victim.server.kill();
    const next = await start(t, {}, victim.folder);
    const counted = before - (await next.left());
    assert.ok(counted >= answered && counted <= answered + 20, `${answered} answered, ${counted} counted`);
    assert.equal(await next.call(CATEGORIES), 200);
    await next.server.stop();
  });

  test('a clock that is 400 days ahead for a while leaves lists, quota and records as they are', {
    skip: FAKE_TIME !== undefined || process.env.CI === 'true' ? false : 'libfaketime is not installed',
  }, async (t) => {
    const offset = join(tempDir(t), 'offset');
    writeFileSync(offset, '+0\n');
    const { server, ask, call, left } = await start(t, {
      LD_PRELOAD: FAKE_TIME ?? '',
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    const edition = async () =>
      (await ask('/v1/category/bestseller?categoryId=001')).headers['seoga-edition'];
    const tallied = await edition();
    assert.notEqual(tallied, undefined);
    const isBelieved = async () => {
      const response = await fetch(`${await opsOf(server)}/health/ready`);
      const { checks }: HealthReport = JSON.parse(await response.text());
      return checks.clock === 'ok';
    };
    const before = await left();
    assert.equal(await call(LIST), 200);
    writeFileSync(offset, '+400d\n');
    await eventually(isBelieved, (is) => !is);
    for (let i = 0; i < 20; i++) assert.equal(await call(LIST), 200);
    assert.equal(before - (await left()), 21, 'calls count for the same day');
    writeFileSync(offset, '+0\n');
    await eventually(isBelieved);
    assert.equal(await call(LIST), 200);
    assert.equal(before - (await left()), 22, 'and go on counting for it');
    assert.equal(await edition(), tallied, 'no day of that time was tallied');
    await server.stop();
  });
});
