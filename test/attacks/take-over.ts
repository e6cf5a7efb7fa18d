import assert from 'node:assert/strict';
import type { Attack } from './attack.ts';
import { openBrowser, tokensTo } from './browser.ts';

const EMAIL = 'owner@books.example';
const PASSWORD = 'the owner’s own words';

export const takeOver: Attack = {
  title: 'strangers who sign up with someone’s address, or guess the password, neither get in nor lock out',
  async run(target, load) {
    const strangers = await Promise.all(
      Array.from({ length: 15 * load }, (_, i) => openBrowser(target, `203.0.113.${i % 250}`)),
    );
    const owner = await openBrowser(target, '192.0.2.1');
    const ask = { email: EMAIL, language: 'en' };
    assert.equal(await owner.post('/sign-up', ask), 200);
    const [own = ''] = await tokensTo(target, EMAIL);
    for (const stranger of strangers) {
      await stranger.post('/sign-up', ask);
      assert.equal(
        await stranger.post('/sign-up', { ...ask, name: 'S', password: 'a stranger’s words' }),
        400,
      );
    }
    // The owner's first mail still works, and what the owner types there counts.
    assert.equal(
      await owner.post('/sign-up/complete', { token: own, name: 'Owner', password: PASSWORD }),
      200,
    );

    const statuses = new Set<number>();
    for (const stranger of strangers)
      for (const password of ['a stranger’s words', 'guess one', 'guess two'])
        statuses.add(await stranger.post('/sign-in', { email: EMAIL, password }));
    assert.equal(statuses.has(200), false, 'no stranger got in');
    assert.equal(await owner.post('/sign-out', {}), 200);
    assert.equal(await owner.post('/sign-in', { email: EMAIL, password: PASSWORD }), 200);
    return `${strangers.length} strangers: ${strangers.length} sign-ups, ${3 * strangers.length} guesses (${[...statuses].join(', ')}); the owner signs in`;
  },
};
