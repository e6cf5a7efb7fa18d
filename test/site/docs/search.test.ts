import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';

/** What people type and a page that answers it: each stands among the first three. */
const ROWS = {
  en: [
    ['python', '/docs/faq#sdk'],
    ['node', '/docs/faq#sdk'],
    ['sample', '/docs/faq#sdk'],
    ['gender', '/docs/endpoints/bestsellerMonthly'],
    ['webhook', '/docs/faq#webhooks'],
    ['sandbox', '/docs/faq#sandbox'],
    ['rss', '/docs/faq#rss'],
    ['mcp', '/docs/faq#mcp'],
    ['claude', '/docs/clients#mcp'],
    ['openapi-typescript', '/docs/clients#typescript'],
    ['affiliate', '/docs/faq#affiliate'],
    ['weekly', '/docs/endpoints/bestsellerWeekly'],
    ['rating', '/docs/faq#ratings'],
    ['autocomplete', '/docs/endpoints/suggest'],
    ['swagger', '/docs/versions#openapi'],
    ['sdk', '/docs/faq#sdk'],
    ['auth', '/docs/authentication#header'],
    ['authentification', '/docs/authentication'],
    ['pagination', '/docs/paging'],
    ['rate limit', '/docs/rules#limits'],
    ['429', '/docs/errors/RATE_001'],
    ['PARAM_006', '/docs/errors/PARAM_006'],
    ['cors', '/docs/faq#browser'],
    ['If-None-Match', '/docs/caching#etag'],
    ['changelog', '/docs/changelog'],
    ['unauthorized', '/docs/errors/AUTH_002'],
    ['bulk download', '/docs#files'],
    ['free tier', '/docs/rules#limits'],
    ['pricing', '/docs/rules#limits'],
    ['forgot key', '/docs/faq#lost-key'],
    ['api key lost', '/docs/faq#lost-key'],
    ['how do I get a key', '/docs/authentication#issue'],
    ['search by isbn', '/docs/endpoints/itemList'],
    ['How many calls can I make per day?', '/docs/rules#limits'],
    ['can I call it from the browser?', '/docs/faq#browser'],
    ['what happens when I close my account', '/docs/faq#close'],
    ['where do I see new books', '/docs/endpoints/newproduct'],
  ],
  ko: [
    ['파이썬', '/docs/faq#sdk'],
    ['샘플', '/docs/faq#sdk'],
    ['오픈API', '/docs/versions#openapi'],
    ['웹훅', '/docs/faq#webhooks'],
    ['인공지능', '/docs/clients#mcp'],
    ['한도 증설', '/docs/faq#more-calls'],
    ['자동완성', '/docs/endpoints/suggest'],
    ['별점', '/docs/faq#ratings'],
    ['성별', '/docs/endpoints/bestsellerMonthly'],
    ['주간', '/docs/endpoints/bestsellerWeekly'],
    ['제휴', '/docs/faq#affiliate'],
    ['오류코드', '/docs/errors'],
    ['에러', '/docs/errors#format'],
    ['인증', '/docs/authentication'],
    ['하루 한도', '/docs/errors/RATE_002'],
    ['엑셀', '/docs#files'],
    ['표지', '/docs/faq#cover'],
    ['알라딘', '/docs/migration#aladin'],
    ['changelog', '/docs/changelog'],
    ['회원탈퇴', '/docs/faq#close'],
    ['키 분실', '/docs/faq#lost-key'],
    ['일일 한도', '/docs/rules#limits'],
    ['서평', '/docs/faq#ratings'],
    ['트래픽', '/docs/rules#limits'],
    ['무료', '/docs/rules#limits'],
    ['하루에 몇 번 호출할 수 있나요', '/docs/rules#limits'],
    ['키를 잃어버렸어요', '/docs/faq#lost-key'],
    ['ISBN으로 검색하려면 어떻게 하나요?', '/docs/endpoints/itemList'],
    ['엑셀로 받을 수 있나요', '/docs#files'],
    ['키는 어떻게 발급받나요', '/docs/authentication#issue'],
  ],
} as const;

describe('search in the documentation', () => {
  const shop = suiteApp();
  const search = async (query: string, language: string) => {
    const url = `/docs/search?q=${encodeURIComponent(query)}`;
    const { statusCode, payload } = await shop.app.inject({ url, headers: { 'accept-language': language } });
    const [, found = ''] = /<div id="found"[^>]*>([\s\S]*?)<\/div>/.exec(payload) ?? [];
    const places = [...found.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href);
    return { status: statusCode, payload, places };
  };

  for (const [language, rows] of Object.entries(ROWS)) {
    test(`${language}: what people call things leads to the page that answers`, async () => {
      const missed: string[] = [];
      for (const [query, place] of rows) {
        shop.clock.advance(1_000);
        const { places } = await search(query, language);
        if (!places.slice(0, 3).includes(place)) missed.push(`${query}: ${places.slice(0, 3).join(' ')}`);
      }
      assert.deepEqual(missed, []);
    });
  }

  test('where nothing is found, it says so and leads to the pages that answer most questions', async () => {
    const { status, places } = await search('qqqqzzzz', 'en');
    assert.equal(status, 200);
    assert.deepEqual(places, ['/docs', '/docs/endpoints', '/docs/errors', '/docs/faq']);
  });

  test('any text is a query: markup is shown as text, and long ones cost no more than short ones', async () => {
    const { payload } = await search('<img src=x onerror=alert(1)>', 'en');
    assert.doesNotMatch(payload, /<img src=x/);
    for (const query of ['', '   ', '%', '\u0000', 'a '.repeat(50), '가'.repeat(100), '('.repeat(100)])
      assert.equal((await search(query, 'ko')).status, 200, query);
  });
});
