import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './browser.ts';
import type { OperatorSite } from './shop-suite.ts';

/** Roles in the console. They come last: they end with the operator as a viewer. */
export function roleTests(site: OperatorSite): void {
  async function setRole(role: string): Promise<void> {
    const words = ['account', 'update', '--account', 'olga@books.example', '--role', role];
    const changed = await site.server.seoga(words);
    assert.equal(changed.code, 0, changed.stderr);
  }

  test('each role sees its own pages, and a viewer nothing to change', async () => {
    const other = ['account', 'create', '--email', 'boss@books.example', '--name', 'Boss', '--operator'];
    assert.equal((await site.server.seoga(other)).code, 0);
    const { page, offences } = await site.open();
    const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link');
    for (const [role, pages] of [
      ['shop', ['Overview', 'Shop', 'Search', 'Feeds', 'Orders', 'Rankings']],
      ['support', ['Overview', 'Accounts', 'Quota requests', 'Audit log']],
    ] as const) {
      await setRole(role);
      await visit(page, '/portal/console');
      await links.first().waitFor();
      assert.deepEqual(await links.allInnerTexts(), pages);
    }
    await setRole('viewer');
    await visit(page, '/portal/console/search?tab=blocked');
    await page.getByText('No term is blocked.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Block', exact: true }).count(), 0);
    // A page that was open while the role changed may have asked for something that only the old role allowed.
    const others = offences.filter((offence) => !offence.endsWith('a status of 403 (Forbidden)'));
    assert.deepEqual(others, []);
  });
}
