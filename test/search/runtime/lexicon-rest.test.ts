import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { restAfter } from '../../../src/search/runtime/lexicon-updater.ts';

test('words of an import are known within a minute where a build takes up to 20 seconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), (buildMs) => {
      assert.ok(buildMs + restAfter(buildMs) + buildMs <= 60_000);
    }),
  );
});

test('builds take a tenth of a core where a minute allows it, and half of one at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600_000 }), (buildMs) => {
      const share = buildMs / (buildMs + restAfter(buildMs));
      assert.ok(share <= 0.5);
      if (buildMs <= 5000) assert.equal(share, 0.1);
    }),
  );
});
