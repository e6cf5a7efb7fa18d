import assert from 'node:assert/strict';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { type Attack, LIST } from './attack.ts';

/** Debian's package libfaketime. */
const [FAKE_TIME] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

export const wrongClock: Attack = {
  title: 'a clock that is 400 days ahead for a while leaves lists, quota and records as they are',
  skip: FAKE_TIME !== undefined || process.env.CI === 'true' ? false : 'libfaketime is not installed',
  async run(target, load) {
    const dataDir = target.copyData();
    const offset = join(target.copyData(), 'offset');
    writeFileSync(offset, '+0\n');
    const victim = await target.startOn(dataDir, {
      LD_PRELOAD: FAKE_TIME ?? '',
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    const header = async (path: string, name: string) => {
      const headers = { 'x-api-key': victim.key };
      const response = await fetch(victim.server.address + path, { headers });
      await response.text();
      return response.headers.get(name) ?? '';
    };
    const left = async () => Number(/"daily";r=(\d+)/.exec(await header('/v1/usage', 'ratelimit'))?.[1]);
    const edition = () => header('/v1/category/bestseller?categoryId=001', 'seoga-edition');
    const tallied = await edition();
    assert.notEqual(tallied, '');
    const before = await left();
    let calls = 0;
    const call = async () => {
      assert.equal(await victim.call(LIST), 200);
      calls++;
    };
    await call();
    const doubted = () => victim.metric('seoga_clock_doubted');
    writeFileSync(offset, '+400d\n');
    await eventually(async () => (await doubted()) === 1);
    for (let i = 0; i < 20 * load; i++) await call();
    assert.equal(before - (await left()), calls, 'calls count for the same day');
    writeFileSync(offset, '+0\n');
    await eventually(async () => (await doubted()) === 0);
    await call();
    assert.equal(before - (await left()), calls, 'and go on counting for it');
    assert.equal(await edition(), tallied, 'no day of that time was tallied');
    await victim.server.stop();
    return `400 days ahead for ${calls - 2} calls: lists 200 throughout, ${calls} counted for today`;
  },
};
