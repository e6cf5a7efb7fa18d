import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';
import { csrfIn, faultsIn, formIn, partOf, rowsIn, suiteBrowser, textOf } from '../site-kit.ts';

const PATH = '/portal/console/orders';

/** In November 2026 item 1001 has the lines of three buyers, one copy each. */
describe('orders in the console', () => {
  const app = suiteApp();
  const operator = suiteBrowser(app, 'shop');
  const month = '2026-11';
  const find = async (by: string, text: string, more = {}) =>
    (await operator.submit(PATH, 'find', { by, text, month, ...more })).text;

  test('an item is found by number, by ISBN and by an address, with its lines and the list that they make', async () => {
    const byNumber = await find('item', '1001');
    const lines = rowsIn(byNumber, 'lines').map((row) => /2026-11-02-1001, line (\d)/.exec(row)?.[1]);
    assert.deepEqual(lines, ['1', '2', '3']);
    assert.equal(rowsIn(byNumber, 'rules').length, 1);
    assert.match(textOf(partOf(byNumber, 'why') ?? ''), /홍길동전.*2026-11-20/);
    assert.equal(rowsIn(await find('item', '978-89-364-3459-5'), 'lines').length, 3);
    assert.equal(rowsIn(await operator.page(`${PATH}?item=1001&month=${month}`), 'lines').length, 3);
  });

  test('lines are found by buyer, mark, order and day; no reference comes back or is logged', async () => {
    const buyer = 'F34-2026-11-02';
    const found = await find('buyer', buyer);
    const mark = String(formIn(found, 'preview').fields.mark);
    assert.equal(rowsIn(found, 'lines').length, 1);
    assert.deepEqual(rowsIn(await find('mark', mark), 'lines'), rowsIn(found, 'lines'));
    assert.equal(rowsIn(await find('order', '2026-11-20-1002'), 'lines').length, 2);
    assert.equal(rowsIn(await find('day', '2026-11-20'), 'lines').length, 3);
    assert.deepEqual(rowsIn(await find('day', '2026-11-20', { page: 2 }), 'lines'), []);
    assert.doesNotMatch(app.logText(), /F34-2026-11-02|2026-11-20-1002/);
    assert.doesNotMatch(partOf(found, 'lines') ?? '', /F34/);
  });

  test('a buyer is left out after a look at what that changes, and counts again after the undo', async () => {
    const found = await find('item', '1001');
    const { text: byMark } = await operator.submitIn(found, PATH, 'find', {}, '2026-11-02-1001-1');
    const looked = await operator.submitIn(byMark, PATH, 'preview');
    assert.match(rowsIn(looked.text, 'effect').join(), /홍길동전 3 2/);
    const empty = await operator.submitIn(looked.text, PATH, 'exclude', { reason: ' ' });
    assert.deepEqual([empty.status, faultsIn(empty.text)], [400, ['reason']]);
    const done = await operator.submitIn(empty.text, PATH, 'exclude', { reason: 'many orders' });
    assert.equal(done.status, 200);
    assert.equal(await app.runRequests.takeRequested(), 'tally', 'the run that publishes it is theirs');
    assert.match(rowsIn(done.text, 'exclusions').join(), /2026-11 .* many orders /);
    const exclusionId = /name="exclusionId" value="(\d+)"/.exec(done.text)?.[1] ?? '';
    const asked = await operator.submitIn(done.text, PATH, 'undo', {}, exclusionId);
    assert.equal(asked.status, 409);
    const undone = await operator.submitIn(asked.text, PATH, 'undo', { confirmation: month }, exclusionId);
    assert.deepEqual([undone.status, rowsIn(undone.text, 'exclusions')], [200, []]);
    const again = await operator.submitIn(asked.text, PATH, 'undo', { confirmation: month }, exclusionId);
    assert.equal(again.status, 409, 'it is gone');
    const logged = await app.auditLog.list({ target: 'rankings' }, 9);
    const actions = logged.map(({ action }) => action);
    assert.deepEqual(actions, ['rankings.exclusion-undone', 'rankings.restated']);
  });

  test('400: an exclusion that is none', async () => {
    const of = { csrf: csrfIn(await operator.page(PATH)), month, itemId: '1001', mark: '', reason: 'x' };
    const wrong = [{ month: '2020-01' }, { itemId: '' }, { mark: 'ab' }, { itemId: '', mark: 'buyer' }];
    for (const more of wrong) {
      const { status } = await operator.post(PATH, { form: 'exclude', ...of, ...more });
      assert.equal(status, 400, JSON.stringify(more));
    }
  });
});
