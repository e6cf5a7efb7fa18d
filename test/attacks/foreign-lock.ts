import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Attack } from './attack.ts';
import { openBrowser } from './browser.ts';

/** The loop once stood still for as long as the lock was held; a busy machine alone delays an answer by seconds. */
const ANSWER_MAX_MS = 10_000;

export const foreignLock: Attack = {
  title: 'a program that holds the accounts does not stall other answers',
  async run(target, load) {
    const browser = await openBrowser(target, '192.0.2.9');
    const other = new DatabaseSync(join(target.server.dataDir, 'accounts.db'));
    other.exec('BEGIN IMMEDIATE');
    let slowestMs = 0;
    let keyed = 0;
    const portal = Array.from({ length: 3 }, () =>
      browser.post('/sign-in', { email: 'a@books.example', password: 'wrong horse battery' }),
    );
    try {
      for (let i = 0; i < 20 * load; i++) {
        const startedMs = performance.now();
        const response = await fetch(`${target.server.address}/v1/category/list`);
        await response.text();
        assert.equal(response.status, 401);
        slowestMs = Math.max(slowestMs, performance.now() - startedMs);
      }
      keyed = await target.call('/v1/category/list');
    } finally {
      other.exec('ROLLBACK');
      other.close();
    }
    assert.ok(slowestMs < ANSWER_MAX_MS, `an answer took ${slowestMs} ms`);
    assert.equal(keyed, 503, 'what cannot be counted is not answered');
    for (const status of await Promise.all(portal)) assert.ok([403, 429, 503].includes(status), `${status}`);
    assert.equal(await target.call('/v1/category/list'), 200);
    return `${20 * load} answers meanwhile, the slowest after ${slowestMs.toFixed(0)} ms; a counted call 503, then 200`;
  },
};
