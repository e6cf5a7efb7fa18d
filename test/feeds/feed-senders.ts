import { Readable } from 'node:stream';
import type { FeedDoor } from '../../src/jobs/feed-door.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';

/** The bytes of a feed. */
export function feedLines(lines: readonly object[]): Buffer {
  return Buffer.from(jsonLines(lines));
}

/** Takes every place for feeds with bodies that don't end, until the result is called. */
export async function holdPlaces(door: FeedDoor): Promise<() => Promise<void>> {
  const bodies = Array.from({ length: 8 }, () => new Readable({ read() {} }));
  const held = bodies.map((body, at) =>
    door.take({ actor: `account:${at}`, name: 'held', body, bytes: null, bytesMax: 9 }, async () => {}),
  );
  const ended = Promise.allSettled(held);
  await eventually(() => door.underWay().length === bodies.length);
  return async () => {
    for (const body of bodies) body.destroy();
    await ended;
  };
}
