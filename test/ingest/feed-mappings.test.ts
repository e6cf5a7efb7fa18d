import assert from 'node:assert/strict';
import { stateTests } from '../store/sql/both-databases.ts';

const BY = 'account:1';

stateTests('kept mappings', (test) => {
  test('a mapping is kept by name until it is replaced or removed', async ({ mappings, clock }) => {
    assert.deepEqual([await mappings.list(), await mappings.find('책')], [[], null]);
    await mappings.keep('책', '{"columns":{"가":"title"}}', BY);
    clock.advance(1000);
    await mappings.keep('orders', '{}', BY);
    assert.equal(await mappings.find('책'), '{"columns":{"가":"title"}}');
    const names = (await mappings.list()).map(({ name }) => name);
    assert.deepEqual(names, ['orders', '책']);
    clock.advance(1000);
    await mappings.keep('책', '{"columns":{"나":"title"}}', BY);
    assert.deepEqual(await mappings.list(), [
      { name: '책', mapping: '{"columns":{"나":"title"}}' },
      { name: 'orders', mapping: '{}' },
    ]);
    assert.equal(await mappings.remove('책', BY), true);
    assert.equal(await mappings.remove('책', BY), false);
    assert.deepEqual([await mappings.find('책'), await mappings.find('orders')], [null, '{}']);
  });
});
