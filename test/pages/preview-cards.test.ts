import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { askThread } from '../../src/ask-thread.ts';
import { CARD_HEIGHT, CARD_WIDTH, createCardQueue, type PreviewCard } from '../../src/covers/card-queue.ts';
import { HOSTILE_TITLES } from '../browser/hostile-shop.ts';
import { suiteApp } from '../support/suite-app.ts';
import { readMarkup } from './markup.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const ENTRY = new URL('../../bin/card-thread.ts', import.meta.url);

/** Pixels that a PNG says it has. */
function sizeOf(png: Buffer): readonly number[] {
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

const thread = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

describe('pictures of shared links', () => {
  // The type of the portal as it stands in the sources.
  const draw = createCardQueue(ENTRY, join(ROOT, 'web', 'src', 'design', 'fonts'));
  const drawTitle = (title: string) =>
    draw({ operatorName: '서가 책방', title, about: '', books: [{ ...BOOK, title }] });

  test('a title is drawn, and one with letters that our type lacks is left out rather than cut', async () => {
    const [empty, korean, han] = [
      await drawTitle(''),
      await drawTitle('해리 포터'),
      await drawTitle('洪吉童傳'),
    ];
    assert.deepEqual(sizeOf(korean), [CARD_WIDTH, CARD_HEIGHT]);
    assert.ok(!korean.equals(empty));
    assert.ok(han.equals(empty));
  });

  test('hostile titles become pictures, and direction marks turn nothing around', async () => {
    const hostile = `${HOSTILE_TITLES.join(' ').replace(/[^ -~]/g, '')}${'</svg>&'.repeat(5_000)}`;
    assert.deepEqual(sizeOf(await drawTitle(hostile)), [CARD_WIDTH, CARD_HEIGHT]);
    assert.ok((await drawTitle('\u202eabc')).equals(await drawTitle('abc')));
  });

  test('503 UPSTREAM_UNAVAILABLE: more cards at once than may wait; later ones are drawn again', async () => {
    const quick = createCardQueue(
      thread('import { parentPort } from "node:worker_threads"; parentPort.postMessage(new Uint8Array(1));'),
      ROOT,
    );
    const many = await Promise.allSettled(Array.from({ length: 21 }, () => quick(CARD)));
    const refused = many.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    assert.deepEqual(refused, ['UPSTREAM_UNAVAILABLE']);
    assert.equal((await quick(CARD)).length, 1);
  });

  test('503 UPSTREAM_UNAVAILABLE: the portal, which has the typeface, is not built', async () => {
    const unbuilt = createCardQueue(ENTRY, join(ROOT, 'not-built'));
    await assert.rejects(unbuilt(CARD), { code: 'UPSTREAM_UNAVAILABLE' });
  });

  test('a thread that does not answer is ended at its deadline', async () => {
    await assert.rejects(
      askThread(thread('setInterval(() => {}, 1000)'), {}, AbortSignal.timeout(50)),
      /ended early/,
    );
  });
});

const BOOK = { itemId: 1001, title: '', author: '허균', publisher: '' };
const CARD: PreviewCard = { operatorName: '', title: '', about: '', books: [] };

describe('pages of the small shop', () => {
  const app = suiteApp({ hasPages: true });
  const open = (url: string) => app.app.inject({ method: 'GET', url });

  test('200 products without a picture, categories and authors are shared with a drawn card', async () => {
    for (const path of ['/goods/1002', '/categories/001', '/authors/7']) {
      const { elements } = readMarkup((await open(path)).body);
      const head = Object.fromEntries(
        elements.map(({ attributes: { property, name, content } }) => [property ?? name, content]),
      );
      assert.equal(head['og:image'], `https://books.example/images/cards${path}.png`);
      assert.deepEqual([head['og:image:width'], head['twitter:card']], ['1200', 'summary_large_image']);
      const answer = await open(`/images/cards${path}.png`);
      assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/png']);
      assert.deepEqual(sizeOf(answer.rawPayload), [CARD_WIDTH, CARD_HEIGHT]);
    }
    assert.equal((await open('/images/cards/pages/home.png')).statusCode, 200);
  });

  test('404 there is no card of what has no page, such as a withheld product', async () => {
    assert.equal(
      (await open('/images/cards/goods/1005.png')).statusCode,
      (await open('/goods/1005')).statusCode,
    );
    for (const path of [
      'goods/99999',
      'goods/x',
      'authors/99999',
      'categories/zzz',
      'pages/x',
      'constructor/1',
    ])
      assert.equal((await open(`/images/cards/${path}.png`)).statusCode, 404, path);
  });
});
