import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Fastify from 'fastify';
import { RATE_MINUTES } from '../../src/gate/call-minutes.ts';
import { addAnswerObservers } from '../../src/http/answered.ts';
import { createCallRates } from '../../src/http/call-rates.ts';
import { fixedClock } from '../support/fixed-clock.ts';

const MINUTE_MS = 60_000;

/** An app whose calls answer with the status in their path. */
function setUp() {
  const clock = fixedClock('2026-11-21T12:00:30+09:00');
  const rates = createCallRates(clock);
  const app = Fastify();
  addAnswerObservers(app, clock.monotonicMs);
  rates.observe(app);
  const answer = { config: { endpoint: 'itemList' } };
  app.get('/:status', answer, (request, reply) =>
    reply.code(Number((request.params as { status: string }).status)).send(),
  );
  app.get('/page', (_request, reply) => reply.send('no call'));
  const call = async (status: number) => {
    await app.inject(`/${status}`);
  };
  return { clock, rates, app, call };
}

test('answers are counted by outcome in the minute in which they left; pages are not', async () => {
  const { rates, app, call } = setUp();
  for (const status of [200, 304, 400, 401, 404, 429, 429, 500, 503]) await call(status);
  await app.inject('/page');
  const minutes = rates.minutes();
  assert.equal(minutes.length, RATE_MINUTES);
  assert.deepEqual(minutes.at(-1), {
    atMs: Date.parse('2026-11-21T12:00:00+09:00'),
    fine: 2,
    refused: 3,
    limited: 2,
    failed: 2,
  });
  assert.ok(minutes.slice(0, -1).every(({ fine, failed }) => fine + failed === 0));
});

test('whatever the pauses, the minutes are one after the other and hold exactly the calls of each', async () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 40 * MINUTE_MS }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(pauses, async (waits) => {
      const { clock, rates, call } = setUp();
      const called: number[] = [];
      for (const wait of waits) {
        clock.advance(wait);
        await call(200);
        called.push(Math.floor(clock.nowMs() / MINUTE_MS));
      }
      const now = Math.floor(clock.nowMs() / MINUTE_MS);
      const expected = Array.from({ length: RATE_MINUTES }, (_, index) => {
        const minute = now - RATE_MINUTES + 1 + index;
        return [minute * MINUTE_MS, called.filter((one) => one === minute).length];
      });
      assert.deepEqual(
        rates.minutes().map(({ atMs, fine }) => [atMs, fine]),
        expected,
      );
    }),
    { numRuns: 30 },
  );
});
