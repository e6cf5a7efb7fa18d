import assert from 'node:assert/strict';
import type { Attack } from './attack.ts';
import { openBrowser } from './browser.ts';

export const signInFlood: Attack = {
  title: 'a flood of sign-ins does not delay compressed answers',
  async run(target, load) {
    const count = 100 * load;
    const browsers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => openBrowser(target, `198.51.100.${i}`)),
    );
    let ended = 0;
    const flood = Array.from({ length: count }, async (_, i) => {
      const nobody = { email: `nobody-${i}@books.example`, password: 'wrong horse battery' };
      const status = await browsers[i % browsers.length]?.post('/sign-in', nobody);
      ended++;
      return status;
    });
    const headers = { 'x-api-key': target.key, 'accept-encoding': 'gzip' };
    const list = await fetch(`${target.server.address}/v1/category/list`, { headers });
    assert.equal(list.status, 200);
    const endedBefore = ended;
    const statuses = await Promise.all(flood);
    const refused = statuses.filter((status) => status === 429).length;
    assert.ok(refused > 0, 'some sign-ins were refused');
    assert.ok(endedBefore < count, 'the list did not wait for the last of them');
    return `${count} sign-ins, ${refused} refused`;
  },
};
