import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  readAccountsSearch,
  readAuditSearch,
  readQuotaSearch,
} from '../../../web/src/console/console-search.ts';

test('an address keeps what it names, numbers as texts; the first page and empty parts are left out', () => {
  assert.deepEqual(readAccountsSearch({ text: 7, role: 'owner', tier: '', page: 2, extra: 1 }), {
    text: '7',
    role: 'owner',
    page: 2,
  });
  assert.deepEqual(readAccountsSearch({ text: ['a'], page: 1 }), {});
  assert.deepEqual(readQuotaSearch({ state: 'decided', page: '3' }), { state: 'decided', page: 3 });
  assert.deepEqual(readQuotaSearch({ state: 'waiting', page: 0.5 }), {});
  assert.deepEqual(readAuditSearch({ account: 12, from: '2026-11-01', older: 40, until: null }), {
    account: '12',
    from: '2026-11-01',
    older: 40,
  });
  assert.deepEqual(readAuditSearch({ older: -1 }), {});
});
