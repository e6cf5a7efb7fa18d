import assert from 'node:assert/strict';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { HealthReport } from '../../src/http/metrics.ts';
import { eventually } from '../support/eventually.ts';
import { startShop } from '../support/served-shop.ts';
import { callApi, opsOf, UNLIMITED } from '../support/server-process.ts';
import { tempDir } from '../support/temp-dir.ts';

const [FAKE_TIME] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

test('a clock that is 400 days ahead for a while leaves lists, quota and records as they are', {
  skip: FAKE_TIME !== undefined || process.env.CI === 'true' ? false : 'libfaketime is not installed',
}, async (t) => {
  const offset = join(tempDir(t), 'offset');
  writeFileSync(offset, '+0\n');
  const { server, key } = await startShop(t, {
    ...UNLIMITED,
    LD_PRELOAD: FAKE_TIME ?? '',
    FAKETIME_TIMESTAMP_FILE: offset,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const ask = (path: string) => callApi(server, path, key);
  const call = async () =>
    (await ask('/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31')).status;
  /** Calls left for the day; asking counts nothing. */
  const left = async () => (await ask('/v1/usage')).left;
  const edition = async () => (await ask('/v1/category/bestseller?categoryId=001')).headers['seoga-edition'];
  const tallied = await edition();
  assert.notEqual(tallied, undefined);
  const isBelieved = async () => {
    const response = await fetch(`${await opsOf(server)}/health/ready`);
    const { checks }: HealthReport = JSON.parse(await response.text());
    return checks.clock === 'ok';
  };
  const before = await left();
  assert.equal(await call(), 200);
  writeFileSync(offset, '+400d\n');
  await eventually(isBelieved, (is) => !is);
  for (let i = 0; i < 20; i++) assert.equal(await call(), 200);
  assert.equal(before - (await left()), 21, 'calls count for the same day');
  writeFileSync(offset, '+0\n');
  await eventually(isBelieved);
  assert.equal(await call(), 200);
  assert.equal(before - (await left()), 22, 'and go on counting for it');
  assert.equal(await edition(), tallied, 'no day of that time was tallied');
  await server.stop();
});
