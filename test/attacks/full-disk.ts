import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { eventually } from '../support/eventually.ts';
import type { Attack, Shop } from './attack.ts';

export const fullDisk: Attack = {
  title: 'what was answered while the disk is full survives a kill; what cannot be counted is answered 503',
  skip: process.platform === 'linux' ? false : 'needs prlimit',
  async run(target, load) {
    const dataDir = target.copyData();
    const victim = await target.startOn(dataDir);
    const before = await remaining(victim);
    let answered = 0;
    const callAll = async () => {
      const statuses = await Promise.all(Array.from({ length: 20 }, () => victim.call('/v1/category/list')));
      for (const status of statuses) {
        assert.ok(status === 200 || status === 503, `${status}`);
        if (status === 200) answered++;
      }
      return statuses;
    };
    await callAll();
    // From here on no file may be written, as on a disk without room.
    limitFiles(victim, '0');
    await eventually(async () => (await callAll()).includes(503));
    for (let round = 0; round < 5 * load; round++) await callAll();
    await victim.server.kill();
    const next = await target.startOn(dataDir);
    const counted = before - (await remaining(next));
    // /v1/usage, by which this is known, counts nothing.
    assert.ok(counted >= answered, `${answered} answered, ${counted} counted`);
    assert.ok(counted <= answered + 20, `${answered} answered, ${counted} counted`);
    assert.equal(await next.call('/v1/category/list'), 200);
    await next.server.stop();
    return `${answered} calls answered, then 503; ${counted} counted after kill -9`;
  },
};

/** Calls left for the day. */
async function remaining({ server, key }: Shop): Promise<number> {
  const response = await fetch(`${server.address}/v1/usage`, { headers: { 'x-api-key': key } });
  const [, left = ''] = /"daily";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '') ?? [];
  await response.text();
  assert.notEqual(left, '');
  return Number(left);
}

/** Sets how long a file may become for what the server writes from now on. */
function limitFiles({ server }: Shop, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', `${server.pid}`, `--fsize=${bytes}:`]);
  assert.equal(status, 0, String(stderr));
}
