import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { indexTokens, textKey } from '../../src/search/tokenise.ts';

test('text of Hangul and ASCII alone gives what the general way gives, which an invisible character asks for', () => {
  const signs = [..."가힣AzC09 .-&+#'`,/:!_\n\0"];
  const piece = fc.constantFrom(...signs, '해리', '  ', ' & ', ',000', '.net');
  const anyPlain = fc.oneof(
    fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary-ascii', maxLength: 90 }),
  );
  fc.assert(
    fc.property(anyPlain, (text) => {
      assert.deepEqual(indexTokens(text), indexTokens(`${text}\u00ad`));
      assert.equal(textKey(text), textKey(`${text}\u00ad`));
    }),
    { numRuns: 2_000 },
  );
  assert.deepEqual(indexTokens('a'.repeat(70)), indexTokens(`${'a'.repeat(70)}\u00ad`));
});
