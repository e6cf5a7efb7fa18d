import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { textsOf } from '../../../src/catalog/item.ts';
import {
  buildLexicon,
  emptyBase,
  INDEX_FILE,
  readIndexFile,
  writeIndexFile,
} from '../../../src/search/runtime/built-index.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { searchItem } from '../search-item.ts';

test('an index is read as it was written, and refused when anything is wrong with its file', async (t) => {
  const dataDir = tempDir(t);
  const texts = textsOf(searchItem(1, { title: '하늘과 바람' }));
  const words = await buildLexicon([[{ texts, salePoint: 1, isSuggested: true }]]);
  const arrays = { ...emptyBase().arrays, ...words };
  writeIndexFile(dataDir, arrays, { no: 7, mark: 'one' });
  const read = readIndexFile(dataDir);
  assert.deepEqual(read, { arrays, last: { no: 7, mark: 'one' } });
  const file = join(dataDir, INDEX_FILE);
  const whole = readFileSync(file);
  const flipped = (at: number) => whole.with(at < 0 ? whole.length + at : at, (whole.at(at) ?? 0) ^ 1);
  const damages = [
    whole.subarray(0, 0),
    whole.subarray(0, 100),
    whole.subarray(0, -8),
    flipped(0),
    flipped(40),
    flipped(-8),
    Buffer.alloc(5000, 'x'),
  ];
  for (const bytes of damages) {
    writeFileSync(file, bytes);
    assert.throws(() => readIndexFile(dataDir), /damaged/);
  }
  // As another release writes it: whole, in a format of its own.
  const head = whole.toString('latin1', 0, whole.indexOf('  ')).replace(/^\d+ /, '');
  const other = head.replace('index ', 'index !');
  whole.write(`${crc32(other)} ${other}`);
  writeFileSync(file, whole);
  assert.equal(readIndexFile(dataDir), null);
});
