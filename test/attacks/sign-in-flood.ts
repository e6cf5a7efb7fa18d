import assert from 'node:assert/strict';
import type { Attack } from './attack.ts';

export const signInFlood: Attack = {
  title: 'a flood of sign-ins does not delay compressed answers',
  async run(target, load) {
    const count = 100 * load;
    const { csrfToken, cookie } = await visit(target.address);
    let ended = 0;
    const flood = Array.from({ length: count }, async (_, i) => {
      const response = await fetch(`${target.address}/portal/api/sign-in`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: target.address,
          'x-csrf-token': csrfToken,
          cookie,
          'x-forwarded-for': `198.51.100.${i % 250}`,
        },
        body: JSON.stringify({ email: `nobody-${i}@books.example`, password: 'wrong horse battery' }),
      });
      await response.text();
      ended++;
      return response.status;
    });
    const headers = { 'x-api-key': target.key, 'accept-encoding': 'gzip' };
    const list = await fetch(`${target.address}/v1/category/list`, { headers });
    assert.equal(list.status, 200);
    const endedBefore = ended;
    const statuses = await Promise.all(flood);
    const refused = statuses.filter((status) => status === 429).length;
    assert.ok(refused > 0, 'some sign-ins were refused');
    assert.ok(endedBefore < count, 'the list did not wait for the last of them');
    return `${count} sign-ins, ${refused} refused`;
  },
};

async function visit(address: string): Promise<{ csrfToken: string; cookie: string }> {
  const response = await fetch(`${address}/portal/api/session`);
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const csrfToken = /"csrfToken":"([^"]+)"/.exec(await response.text())?.[1] ?? '';
  return { csrfToken, cookie };
}
