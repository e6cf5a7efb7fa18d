import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { RECOGNISE } from '../../src/ingest/choose-reader.ts';
import {
  createFeedDoor,
  FeedRefusedError,
  type FeedThreadOptions,
  type ReceivedFeed,
  type SentFeed,
} from '../../src/intake/feed-door.ts';
import { message } from '../../src/messages/messages.ts';
import { eventually } from '../support/eventually.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

const CHECK = { reading: RECOGNISE };
const SENT = { actor: 'token:erp', name: 'live feed', bytes: null, bytesMax: 100 };
const LONG = { baseMs: 600_000, perMbMs: 0 };

const thread = (work: string) => new URL(`data:text/javascript,${encodeURIComponent(work)}`);
/** The work of a thread that ends when it is told to stop. */
const STOPPABLE = `
  import { parentPort, workerData } from 'node:worker_threads';
  parentPort.on('message', () => { parentPort.postMessage({ result: { kind: 'stopped' } }); process.exit(); });`;
/** A thread whose turn comes when no earlier feed is there, and that reads until it is told to stop. */
const READING = thread(`${STOPPABLE}
  import { readdirSync } from 'node:fs';
  import { basename, dirname } from 'node:path';
  const { path } = workerData.data;
  const timer = setInterval(() => {
    if (readdirSync(dirname(path)).sort()[0] !== basename(path)) return;
    clearInterval(timer);
    parentPort.postMessage({ told: { kind: 'begun', bytes: 9 } });
  }, 5);`);
/** A thread whose turn never comes. */
const WAITING = thread(`${STOPPABLE} parentPort.postMessage({ told: { kind: 'started' } });`);

function openDoor(t: TestContext, options: Partial<FeedThreadOptions> = {}) {
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const problems: unknown[] = [];
  const onProblem = (error: unknown) => problems.push(error);
  const { dataDir = tempDir(t) } = options;
  const door = createFeedDoor({ entry: READING, currency: 'KRW', clock, onProblem, ...options, dataDir });
  t.after(() => door.close());
  const send = (
    body: Readable,
    more: Partial<SentFeed> = {},
    options: Parameters<ReceivedFeed['run']>[0] = CHECK,
  ) => door.take({ ...SENT, body, ...more }, ({ run }) => run(options));
  return { door, send, clock, dataDir, problems };
}

const body = (text = '{}') => Readable.from([Buffer.from(text)]);
/** One that goes on for ever. */
const endless = () => new Readable({ read() {} });

const refusedAs = (why: FeedRefusedError['why']) => (error: unknown) =>
  error instanceof FeedRefusedError && error.why === why;

test('what a killed process left behind goes at the next start, and nothing stays of a feed that ends', async (t) => {
  const dataDir = tempDir(t);
  const folder = join(dataDir, 'live-intake');
  mkdirSync(folder);
  writeFileSync(join(folder, 'feed-1-7'), 'half a feed');
  const { door, send } = openDoor(t, { dataDir });
  assert.equal(existsSync(folder), false);
  const sent = send(body());
  await eventually(() => door.underWay()[0]?.stage !== 'receiving');
  assert.equal(readdirSync(folder).length, 1);
  assert.equal(door.stop(1), true);
  assert.deepEqual(await sent, { kind: 'stopped' });
  assert.deepEqual([readdirSync(folder), door.underWay(), door.stop(1)], [[], [], false]);
});

test('a feed that breaks off, is too large or comes in too slowly leaves its place and no file', async (t) => {
  const { door, send, clock, dataDir } = openDoor(t);
  const broken = endless();
  const breaking = send(broken);
  broken.push('{');
  broken.destroy();
  await assert.rejects(breaking, refusedAs('brokenOff'));
  await assert.rejects(send(body(), { bytes: 101 }), refusedAs('tooLarge'));
  const large = endless();
  large.push(Buffer.alloc(101));
  await assert.rejects(send(large), refusedAs('tooLarge'));
  assert.equal(large.destroyed, false, 'its sender can still be answered');
  for (const [bytesAfter, why] of [
    [32 * 1024 * 40, 'tooSlow'],
    [32 * 1024 * 41, null],
  ] as const) {
    const slow = endless();
    const sent = send(slow, { bytesMax: 2 ** 30 });
    slow.push(Buffer.alloc(bytesAfter - 1));
    await eventually(() => door.underWay()[0]?.doneBytes === bytesAfter - 1);
    clock.advance(60_000);
    // However fast it is, a feed has half an hour.
    if (why === null) clock.advance(30 * 60_000);
    await assert.rejects(sent, refusedAs('tooSlow'));
  }
  assert.deepEqual([door.underWay(), readdirSync(join(dataDir, 'live-intake'))], [[], []]);
});

test('tokens together and each sender leave places for others, and a closed door has none', async (t) => {
  const { door, send } = openDoor(t);
  for (const [actors, refused] of [
    ['token:a token:a token:a token:a token:b token:b', 'token:c'],
    ['token:a token:a token:a token:a token:b token:b account:1 account:2', 'account:3'],
    ['account:a account:a account:a account:a', 'account:a'],
  ] as const) {
    const bodies = actors.split(' ').map((actor) => ({ actor, held: endless() }));
    const holding = Promise.allSettled(bodies.map(({ actor, held }) => send(held, { actor })));
    await assert.rejects(send(body(), { actor: refused }), refusedAs('tooMany'), actors);
    for (const { held } of bodies) held.destroy();
    await holding;
  }
  door.close();
  await assert.rejects(send(body()), refusedAs('tooMany'));
});

test('a feed that another waits for has the time of a fair share; one that waits too long is told', async (t) => {
  const limits = { memoryMb: 64, alone: LONG, awaited: { baseMs: 50, perMbMs: 0 } };
  const { door, send } = openDoor(t, { limits });
  const first = send(body());
  await eventually(() => door.underWay().length === 1);
  const second = send(body());
  const held = await first;
  assert.deepEqual(held, { kind: 'unreadable', reason: message('feeds.heldUpOthers', { seconds: 1 }) });
  assert.equal(await Promise.race([second, Promise.resolve('goes on')]), 'goes on');
  door.close();
  assert.deepEqual(await second, { kind: 'stopped' });

  const waiting = openDoor(t, { entry: WAITING, limits: { waitMaxMs: 50 } });
  assert.deepEqual(await waiting.send(body()), { kind: 'busy' });
  const startsSlowly = thread('setTimeout(() => process.exit(), 500);');
  const starting = openDoor(t, { entry: startsSlowly, limits: { waitMaxMs: 50 } });
  assert.deepEqual(await starting.send(body()), { kind: 'failed' }, 'no other feed is told of');
});

test('a check ends with the connection of its sender, an import goes on', async (t) => {
  const { door, send } = openDoor(t);
  const connection = new EventEmitter();
  const checking = send(body(), { connection });
  const importing = send(body(), { connection }, { ...CHECK, source: { ...SENT, bytes: 2 } });
  await eventually(() => connection.listenerCount('close') === 1 && door.underWay().length === 2);
  connection.emit('close');
  assert.deepEqual(await checking, { kind: 'stopped' });
  assert.equal(await Promise.race([importing, Promise.resolve('goes on')]), 'goes on');
  door.close();
  assert.deepEqual(await importing, { kind: 'stopped' });
});

test('a feed that takes too much memory or time ends with a reason; a thread that dies is a failure of ours', async (t) => {
  const limits = { memoryMb: 16, alone: { baseMs: 50, perMbMs: 0 }, awaited: LONG };
  const greedy = openDoor(t, { entry: thread('const all = []; for (;;) all.push([all.length]);'), limits });
  const large = message('feeds.tooMuchMemory', { max: 16 });
  assert.deepEqual(await greedy.send(body()), { kind: 'unreadable', reason: large });
  const slow = openDoor(t, { limits });
  const late = message('feeds.tooSlow', { seconds: 1 });
  assert.deepEqual(await slow.send(body()), { kind: 'unreadable', reason: late });
  const dying = openDoor(t, { entry: thread("throw new Error('the disk is gone')") });
  assert.deepEqual(await dying.send(body()), { kind: 'failed' });
  assert.match(String(dying.problems), /the disk is gone/);
});
