import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CODES } from '../../../src/ingest/onix/onix-node.ts';

const page = readFileSync(new URL('../../../docs/feeds.md', import.meta.url), 'utf8');

/** `A B = value; C = other` in the row of a list, code by code. */
function rowOf(list: string): Record<string, string> {
  const [, cell = ''] = page.split(`\n| ${list} | `)[1]?.match(/^(.*) \|$/m) ?? [];
  const pairs = cell.split('; ').flatMap((part) => {
    const [codes = '', value = ''] = part.split(' = ');
    return codes.split(' ').map((code) => [code, value]);
  });
  return Object.fromEntries(pairs);
}

test('docs/feeds.md#onix-fields shows the code lists that are in force', () => {
  const lists: readonly [string, ReadonlyMap<string, unknown>][] = [
    ['1, notification type', CODES.notificationTypes],
    ['150, product form: catalogue', CODES.catalogsByForm],
    ['150, product form: `itemFormat`', CODES.formats],
    ['17, contributor role: `authorType`', CODES.roles],
    ['65, availability: `itemStatus`', CODES.statusByAvailability],
    ['54, availability in 2.1: `itemStatus`', CODES.statusByOldAvailability],
    ['64 and 68, publishing status', CODES.statusByPublishing],
    ['48, measure', CODES.measures],
    ['50, unit: millimetres or grams', CODES.units],
  ];
  for (const [list, codes] of lists) {
    const inForce = Object.fromEntries([...codes].map(([code, value]) => [code, String(value)]));
    assert.deepEqual(rowOf(list), inForce, list);
  }
});
