import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sumQueryCounts } from '../../src/search/search-term-admin.ts';

test('days of a query are added up with the last one, most frequent first; other corrections are other rows', () => {
  const similar = { kind: 'similar', query: '홈즈' } as const;
  const spelling = { kind: 'spelling', query: '홈런' } as const;
  const totals = sumQueryCounts([
    { day: 7, query: '홈스', correction: similar, calls: 2 },
    { day: 5, query: '홈스', correction: similar, calls: 2 },
    { day: 6, query: '나비', correction: null, calls: 3 },
    { day: 5, query: '홈스', correction: spelling, calls: 3 },
    { day: 5, query: '', correction: null, calls: 9 },
  ]);
  assert.deepEqual(totals, [
    { query: '', correction: null, calls: 9, lastDay: 5 },
    { query: '홈스', correction: similar, calls: 4, lastDay: 7 },
    { query: '나비', correction: null, calls: 3, lastDay: 6 },
    { query: '홈스', correction: spelling, calls: 3, lastDay: 5 },
  ]);
  assert.deepEqual(sumQueryCounts([]), []);
});
