import assert from 'node:assert/strict';
import type { FeedPage, IntakeView } from '../../../src/portal/contract/console-feeds.ts';
import { eventually } from '../../support/eventually.ts';
import type { suiteConsole } from '../../support/suite-app.ts';

export const BYTES = { 'content-type': 'application/octet-stream' };

/** What an operator does with feeds in the console. */
export function feedDesk({ app, operator }: ReturnType<typeof suiteConsole>) {
  const page = async (language = 'en') =>
    (await operator.get<FeedPage>('/console/feed', { 'accept-language': language })).view;
  const begin = async (bytes: number, name = 'shop.jsonl') =>
    fileOf((await operator.post<IntakeView>('/console/feed/begin', { name, bytes })).view);
  const piece = (intakeId: number, offset: number, bytes: Buffer) =>
    operator.post<IntakeView>(`/console/feed/piece?intakeId=${intakeId}&offset=${offset}`, bytes, BYTES);
  /** Waits for the end of a check or an import. */
  const settled = (): Promise<IntakeView> => {
    const look = async () => {
      // Time passes for the limits of requests as well, however long the machine takes.
      app.clock.advance(1000);
      return (await page()).intake;
    };
    return eventually(look, ({ stage }) => stage !== 'checking' && stage !== 'importing');
  };
  const upload = async (feed: Buffer, name?: string) => {
    const { intakeId } = await begin(feed.length, name);
    const half = Math.floor(feed.length / 2);
    for (const [from, until] of [
      [0, half],
      [half, feed.length],
    ] as const) {
      assert.equal((await piece(intakeId, from, feed.subarray(from, until))).status, 200);
    }
    return fileOf(await settled());
  };
  const dismiss = (intakeId: number) => operator.post<IntakeView>('/console/feed/cancel', { intakeId });
  return { page, begin, piece, settled, upload, dismiss };
}

function fileOf(view: IntakeView) {
  assert.ok(view.stage !== 'idle', JSON.stringify(view));
  return view;
}
