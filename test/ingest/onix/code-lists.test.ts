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

function tableUnder(heading: string): Record<string, string> {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const rows = [...section.matchAll(/^\| (\S+) \| (.+) \|$/gm)].map(([, code = '', value = '']) => [
    code,
    value,
  ]);
  return Object.fromEntries(rows.filter(([code]) => code !== 'Code'));
}

test('docs/feeds.md#onix-fields shows the code tables that are in force', () => {
  const tables: readonly [string, ReadonlyMap<string, unknown>][] = [
    ['Notification type', NOTIFICATION_TYPES],
    ['Product form (list 150): catalogue', CATALOGS_BY_FORM],
    ['Product form (list 150): format', FORMATS],
    ['Contributor role', ROLES],
    ['Product availability', STATUS_BY_AVAILABILITY],
    ['Availability in ONIX 2.1', STATUS_BY_OLD_AVAILABILITY],
    ['Publishing status', STATUS_BY_PUBLISHING],
    ['Measure type', MEASURES],
    ['Measure unit', UNITS],
  ];
  for (const [heading, table] of tables) {
    const inForce = Object.fromEntries([...table].map(([code, value]) => [code, String(value)]));
    assert.deepEqual(tableUnder(heading), inForce, heading);
  }
});
