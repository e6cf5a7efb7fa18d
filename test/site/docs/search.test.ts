import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { suiteApp } from '../../support/suite-app.ts';

/** Pages, and what people type who want them: each stands among the first three. */
const ROWS = {
  en: {
    '/docs/faq#sdk': 'python; node; sample; sdk',
    '/docs/endpoints/bestsellerMonthly': 'gender',
    '/docs/faq#webhooks': 'webhook',
    '/docs/faq#sandbox': 'sandbox',
    '/docs/faq#rss': 'rss',
    '/docs/faq#mcp': 'mcp',
    '/docs/clients#mcp': 'claude',
    '/docs/clients#typescript': 'openapi-typescript',
    '/docs/faq#affiliate': 'affiliate',
    '/docs/endpoints/bestsellerWeekly': 'weekly',
    '/docs/faq#ratings': 'rating',
    '/docs/endpoints/suggest': 'autocomplete',
    '/docs/versions#openapi': 'swagger',
    '/docs/authentication#header': 'auth',
    '/docs/authentication': 'authentification',
    '/docs/paging': 'pagination',
    '/docs/rules#limits': 'rate limit; free tier; pricing; How many calls can I make per day?',
    '/docs/errors/RATE_001': '429',
    '/docs/errors/PARAM_006': 'PARAM_006',
    '/docs/faq#browser': 'cors; can I call it from the browser?',
    '/docs/caching#etag': 'If-None-Match',
    '/docs/changelog': 'changelog',
    '/docs/errors/AUTH_002': 'unauthorized',
    '/docs#files': 'bulk download',
    '/docs/faq#lost-key': 'forgot key; api key lost',
    '/docs/authentication#issue': 'how do I get a key',
    '/docs/endpoints/itemList': 'search by isbn',
    '/docs/faq#close': 'what happens when I close my account',
    '/docs/endpoints/newproduct': 'where do I see new books',
  },
  ko: {
    '/docs/faq#sdk': '파이썬; 샘플',
    '/docs/versions#openapi': '오픈API',
    '/docs/faq#webhooks': '웹훅',
    '/docs/clients#mcp': '인공지능',
    '/docs/faq#more-calls': '한도 증설',
    '/docs/endpoints/suggest': '자동완성',
    '/docs/faq#ratings': '별점; 서평',
    '/docs/endpoints/bestsellerMonthly': '성별',
    '/docs/endpoints/bestsellerWeekly': '주간',
    '/docs/faq#affiliate': '제휴',
    '/docs/errors': '오류코드',
    '/docs/errors#format': '에러',
    '/docs/authentication': '인증',
    '/docs/errors/RATE_002': '하루 한도',
    '/docs#files': '엑셀; 엑셀로 받을 수 있나요',
    '/docs/faq#cover': '표지',
    '/docs/migration#aladin': '알라딘',
    '/docs/changelog': 'changelog',
    '/docs/faq#close': '회원탈퇴',
    '/docs/faq#lost-key': '키 분실; 키를 잃어버렸어요',
    '/docs/rules#limits': '일일 한도; 트래픽; 무료; 하루에 몇 번 호출할 수 있나요',
    '/docs/endpoints/itemList': 'ISBN으로 검색하려면 어떻게 하나요?',
    '/docs/authentication#issue': '키는 어떻게 발급받나요',
  },
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
      for (const [place, queries] of Object.entries(rows)) {
        for (const query of queries.split('; ')) {
          shop.clock.advance(1_000);
          const { places } = await search(query, language);
          if (!places.slice(0, 3).includes(place)) missed.push(`${query}: ${places.slice(0, 3).join(' ')}`);
        }
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
