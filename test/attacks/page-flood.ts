import assert from 'node:assert/strict';
import type { Attack } from './attack.ts';

export const pageFlood: Attack = {
  title: 'one address cannot have pages made without end, and others are served meanwhile',
  async run(target, load) {
    const count = 500 * load;
    const get = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      const response = await fetch(`${target.server.address}/categories/001`, { headers });
      await response.text();
      return response.status;
    };
    const before = await target.metric('process_cpu_seconds_total');
    const statuses: number[] = [];
    // A slow machine makes fewer pages a second than are allowed at first: the more are asked for.
    while (statuses.length < count || (!statuses.includes(429) && statuses.length < 20 * count)) {
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => get('198.51.100.1')))));
    }
    const seconds = (await target.metric('process_cpu_seconds_total')) - before;
    const refused = statuses.filter((status) => status === 429).length;
    assert.ok(refused > 0, 'the address was refused at last');
    assert.equal(await get('198.51.100.2'), 200);
    return `${statuses.length} pages, ${refused} refused, ${((seconds / statuses.length) * 1000).toFixed(1)} ms of CPU each`;
  },
};
