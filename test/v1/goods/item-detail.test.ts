import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';

const URL = '/v1/goods/itemDetail?searchType=ItemId&query=1001&detail=Y';

// The black-box suite proves fields, values and errors (test/acceptance/rows).

describe('itemDetail', () => {
  const app = suiteApp();
  const read = async () => (await app.get(URL)).json.data.items[0] ?? {};

  test('addOnLink is filled while the account is enrolled, and the click leads on', async () => {
    await app.accounts.updateAccount(app.accountId, { addOnEnrolled: true });
    const { userKey } = (await app.accounts.findAccount(app.accountId)) ?? {};
    assert.equal((await read()).addOnLink, `https://books.example/a/${userKey}/goods/1001`);
    const several = await app.get('/v1/goods/items?searchType=ItemId&query=1001');
    assert.match(several.text, new RegExp(`"addOnLink":"https://books.example/a/${userKey}/goods/1001"`));
    const click = await app.app.inject({ url: `/a/${userKey}/goods/1001` });
    assert.deepEqual([click.statusCode, click.headers.location], [302, 'https://books.example/goods/1001']);
    await app.accounts.updateAccount(app.accountId, { addOnEnrolled: false });
    assert.equal((await read()).addOnLink, '');
  });

  test('no link to an e-book, and no number of it, while it is withheld', async () => {
    assert.equal((await read()).ebookId, 3001);
    await app.feed([{ kind: 'patch', itemId: 3001, withheld: true }]);
    const { eBookLink, ebookId } = await read();
    assert.deepEqual([eBookLink, ebookId], [null, null]);
  });
});
