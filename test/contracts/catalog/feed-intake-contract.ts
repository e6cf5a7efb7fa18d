import assert from 'node:assert/strict';
import type { CatalogStore } from '../../../src/catalog/catalog-store.ts';
import type { FeedIntake, IntakeState } from '../../../src/ingest/feed-intake.ts';
import { eventually } from '../../support/eventually.ts';
import { book } from '../../support/small-shop.ts';
import { contractOf } from '../guarantee.ts';

/** An intake without a file, and a reader of the catalogue that it imports into. */
export interface FeedIntakeSetup {
  readonly intake: FeedIntake;
  readonly catalog: CatalogStore;
}

const FEED = Buffer.from(`${JSON.stringify(book(1, '하나'))}\n${JSON.stringify(book(2, '둘'))}\n`);

/** What every adapter of the FeedIntake port guarantees (docs/rules/feeds.md#import-log). */
export const feedIntakeContract = contractOf<FeedIntakeSetup>((test) => {
  test('a file in pieces is checked without a trace, then imported on demand', async (setup) => {
    const { intake, catalog } = setup;
    assert.deepEqual(await intake.state(), { stage: 'idle' });
    const intakeId = await upload(intake, 'shop.jsonl', FEED, 10);
    const checked = await stateAfterWork(intake);
    assert.ok(checked.stage === 'checked');
    assert.deepEqual([checked.name, checked.bytes, checked.intakeId], ['shop.jsonl', FEED.length, intakeId]);
    assert.deepEqual([checked.report.summary.item.added, checked.report.committed], [2, false]);
    assert.equal(await catalog.countItems(), 0);
    assert.equal(await intake.importChecked(intakeId, 'account:1', false), true);
    const imported = await stateAfterWork(intake);
    assert.equal(imported.stage === 'imported' && imported.report.committed, true);
    assert.equal(await catalog.countItems(), 2);
    assert.equal(await intake.importChecked(intakeId, 'account:1', false), false);
  });

  test('only the next piece of the file under way is taken', async ({ intake }) => {
    assert.equal(await intake.begin('shop.jsonl', FEED.length), true);
    const state = await intake.state();
    assert.ok(state.stage === 'uploading');
    const { intakeId } = state;
    assert.equal(await intake.add(intakeId, 1, FEED.subarray(1, 5)), false);
    assert.equal(await intake.add(intakeId + 1, 0, FEED.subarray(0, 5)), false);
    assert.equal(await intake.add(intakeId, 0, FEED.subarray(0, 5)), true);
    assert.equal(await intake.add(intakeId, 0, FEED.subarray(0, 5)), false);
    assert.equal(await intake.add(intakeId, 5, Buffer.alloc(FEED.length)), false);
    assert.deepEqual(await intake.state(), { ...state, receivedBytes: 5 });
    assert.equal(await intake.begin('other.jsonl', 5), false);
  });

  test('a file that was cancelled is gone, and the next one has another number', async ({ intake }) => {
    const first = await upload(intake, 'shop.jsonl', FEED);
    await stateAfterWork(intake);
    assert.equal(await intake.cancel(first + 1), false);
    assert.equal(await intake.cancel(first), true);
    assert.deepEqual(await intake.state(), { stage: 'idle' });
    assert.equal(await intake.importChecked(first, 'account:1', true), false);
    assert.notEqual(await upload(intake, 'next.jsonl', FEED), first);
    assert.equal((await stateAfterWork(intake)).stage, 'checked');
  });

  test('a file that cannot be read says why and makes room for the next', async ({ intake }) => {
    await upload(intake, 'empty.jsonl', Buffer.from('\n\n'));
    const state = await stateAfterWork(intake);
    assert.ok(state.stage === 'unreadable');
    assert.ok(state.reason !== null && state.reason.en !== '' && state.reason.ko !== '');
    assert.equal(await intake.begin('next.jsonl', 1), true);
  });
});

/** Sends a file and returns its number. */
async function upload(intake: FeedIntake, name: string, bytes: Buffer, pieces = 1): Promise<number> {
  assert.equal(await intake.begin(name, bytes.length), true);
  const state = await intake.state();
  assert.ok(state.stage === 'uploading');
  const step = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length; at += step)
    assert.equal(await intake.add(state.intakeId, at, bytes.subarray(at, at + step)), true);
  return state.intakeId;
}

/** The state once nothing runs any more. */
function stateAfterWork(intake: FeedIntake): Promise<IntakeState> {
  return eventually(
    () => intake.state(),
    ({ stage }) => stage !== 'checking' && stage !== 'importing',
  );
}
