import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  CATALOGS_BY_FORM,
  FORMATS,
  MEASURES,
  NOTIFICATION_TYPES,
  ROLES,
  STATUS_BY_AVAILABILITY,
  STATUS_BY_OLD_AVAILABILITY,
  STATUS_BY_PUBLISHING,
  UNITS,
} from '../../../src/ingest/onix/code-lists.ts';

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
    ['1, notification type', NOTIFICATION_TYPES],
    ['150, product form: catalogue', CATALOGS_BY_FORM],
    ['150, product form: `itemFormat`', FORMATS],
    ['17, contributor role: `authorType`', ROLES],
    ['65, availability: `itemStatus`', STATUS_BY_AVAILABILITY],
    ['54, availability in 2.1: `itemStatus`', STATUS_BY_OLD_AVAILABILITY],
    ['64 and 68, publishing status', STATUS_BY_PUBLISHING],
    ['48, measure', MEASURES],
    ['50, unit: millimetres or grams', UNITS],
  ];
  for (const [list, codes] of lists) {
    const inForce = Object.fromEntries([...codes].map(([code, value]) => [code, String(value)]));
    assert.deepEqual(rowOf(list), inForce, list);
  }
});
