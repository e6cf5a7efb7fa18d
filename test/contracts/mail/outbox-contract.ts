import assert from 'node:assert/strict';
import { KEPT_MS, type Outbox } from '../../../src/mail/outbox.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import { contractOf } from '../guarantee.ts';

/** Two ways to the same empty outbox. */
export interface OutboxSetup {
  readonly outbox: Outbox;
  readonly other: Outbox;
  readonly clock: FixedClock;
}

const mail = {
  to: 'dev@example.com',
  subject: '[서가] 확인',
  text: 'Link: https://books.example/?token=abc\n',
};

/** What every adapter of the Outbox port guarantees (docs/accounts.md#mail). */
export const outboxContract = contractOf<OutboxSetup>((test) => {
  test('messages stay as they were put, oldest first, until they are removed', async ({
    outbox,
    other,
    clock,
  }) => {
    assert.deepEqual(await outbox.names(), []);
    assert.equal(await outbox.oldestMs(), null);
    await outbox.put(mail);
    const createdAtMs = clock.nowMs();
    clock.advance(1);
    await other.put({ ...mail, to: 'other@example.com' });
    assert.equal(await other.oldestMs(), createdAtMs);
    const names = await other.names();
    assert.deepEqual(await Promise.all(names.map((name) => outbox.read(name))), [
      { ...mail, createdAtMs },
      { ...mail, to: 'other@example.com', createdAtMs: clock.nowMs() },
    ]);
    const [first = '', second = ''] = names;
    await other.remove(first);
    assert.equal(await outbox.read(first), null);
    assert.deepEqual(await outbox.names(), [second]);
    await outbox.remove(first);
  });

  test('messages of one millisecond keep their order', async ({ outbox }) => {
    const subjects = ['1', '2', '3', '4', '5', '6', '7', '8'];
    for (const subject of subjects) await outbox.put({ ...mail, subject });
    const kept = await Promise.all((await outbox.names()).map((name) => outbox.read(name)));
    assert.deepEqual(
      kept.map((message) => message?.subject),
      subjects,
    );
  });

  test('a message is dropped once it is too old to be of use, with the next one', async ({
    outbox,
    clock,
  }) => {
    await outbox.put(mail);
    clock.advance(KEPT_MS);
    await outbox.put(mail);
    assert.equal((await outbox.names()).length, 2);
    clock.advance(1);
    await outbox.put(mail);
    assert.equal((await outbox.names()).length, 2);
  });

  test('a message can be claimed, and again after its release', async ({ outbox }) => {
    await outbox.put(mail);
    const [name = ''] = await outbox.names();
    assert.equal(await outbox.claim(name, 60_000), true);
    await outbox.release(name);
    assert.equal(await outbox.claim(name, 60_000), true);
  });
});
