import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SEARCH_SORTS } from '../../../src/search/search-index.ts';
import { searchItem } from '../../search/search-item.ts';
import type { OpenSubject, SearchSubject } from './search-subject.ts';
import { by, idsOf, request, setSalePoints } from './search-subject.ts';

/** The part of the contract about the order of results. */
export function searchOrderTests(open: OpenSubject): void {
  const tiers = (subject: SearchSubject) => {
    subject.put(searchItem(10, { title: '정원', publisher: '달빛' }));
    subject.put(searchItem(9, { title: '바다', series: [{ seriesId: 1, seriesName: '달빛' }] }));
    subject.put(searchItem(8, { title: '노래', contributors: by('온 달빛') }));
    subject.put(searchItem(7, { title: '한여름 밤의 달빛' }));
    subject.put(searchItem(6, { title: '푸른 달빛' }));
    subject.put(searchItem(5, { title: '숲', subTitle: '달빛' }));
    subject.put(searchItem(4, { title: '달빛 아래 모인 사람들' }));
    subject.put(searchItem(3, { title: '달빛 아래' }));
    subject.put(searchItem(2, { title: '달빛!' }));
    subject.put(searchItem(1, { title: '달 빛' }));
  };

  test('RELATION: exact title, leading title, titles, contributors, the rest; shorter titles first', async (t) => {
    const subject = await open(t);
    tiers(subject);
    subject.setSalePoint(10, 1_000_000);
    assert.deepEqual(await idsOf(subject, '달빛'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('DEFAULT: as RELATION, but what sells best comes first among equally good matches', async (t) => {
    const subject = await open(t);
    tiers(subject);
    setSalePoints(subject, { 2: 5, 4: 3, 7: 9, 10: 1_000_000 });
    const ids = await idsOf(subject, '달빛', { sort: 'DEFAULT' });
    assert.deepEqual(ids, [2, 1, 4, 3, 7, 5, 6, 8, 10, 9]);
  });

  test('the whole of a title before its subtitle: after the exact titles, before those that go on', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '달빛' }));
    subject.put(searchItem(2, { title: '달빛 : 어느 긴 여름날의 기록' }));
    subject.put(searchItem(3, { title: '달빛 (큰글자도서)' }));
    subject.put(searchItem(4, { title: '달빛 / 온누리 지음' }));
    subject.put(searchItem(5, { title: '달빛 숲' }));
    subject.put(searchItem(6, { title: '달빛 숲: 하나' }));
    subject.put(searchItem(7, { title: '달빛: 2권' }));
    subject.setSalePoint(5, 1_000_000);
    assert.deepEqual(await idsOf(subject, '달빛'), [1, 3, 4, 2, 5, 6, 7]);
    assert.deepEqual(await idsOf(subject, '달빛', { sort: 'DEFAULT' }), [1, 3, 4, 2, 5, 7, 6]);
  });

  test('a match that needs a weaker field for one of its words ranks by that field', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '나무', publisher: '바람' }));
    subject.put(searchItem(2, { title: '나무', contributors: by('바람') }));
    subject.put(searchItem(3, { title: '아주 긴 제목 바람 나무' }));
    assert.deepEqual(await idsOf(subject, '나무 바람'), [3, 2, 1]);
  });

  test("an author's whole name: the best sellers with the exact titles, before titles that hold it", async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: 'The Life of James Joyce', contributors: by('Ann Other') }));
    subject.put(searchItem(2, { title: 'James Joyce', contributors: by('Ann Other') }));
    subject.put(searchItem(3, { title: 'Dubliners', contributors: by('Joyce, James') }));
    subject.put(searchItem(4, { title: 'Ulysses', contributors: by('A. Reader', 'James Joyce') }));
    subject.put(searchItem(5, { title: 'Other Book', contributors: by('James Joyce Smith') }));
    setSalePoints(subject, { 1: 900, 2: 5, 3: 7, 4: 9, 5: 800 });
    for (const query of ['james joyce', 'JAMES  JOYCE'])
      assert.deepEqual(await idsOf(subject, query, { sort: 'DEFAULT' }), [4, 3, 2, 1, 5], query);
    // The words of a name may come in any order, those of an exact title may not.
    assert.deepEqual(await idsOf(subject, 'Joyce James', { sort: 'DEFAULT' }), [4, 3, 1, 2, 5]);
    subject.put(searchItem(6, { title: '소년이 온다', contributors: by('한강') }));
    subject.put(searchItem(7, { title: '한강의 다리' }));
    subject.put(searchItem(8, { title: '한강' }));
    subject.setSalePoint(6, 3);
    assert.deepEqual(await idsOf(subject, '한강', { sort: 'DEFAULT' }), [6, 8, 7]);
    assert.deepEqual(await idsOf(subject, '한강', { sort: 'DEFAULT', target: 'title' }), [8, 7]);
    assert.deepEqual(
      await idsOf(subject, '한강'),
      [8, 6, 7],
      'RELATION: shorter titles first, without sales',
    );
  });

  test('RELATION: the volumes of a series in order, however the title writes the number', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '토지 10권' }));
    subject.put(searchItem(2, { title: '토지 2권: 큰글씨' }));
    subject.put(searchItem(3, { title: '토지 1' }));
    subject.put(searchItem(4, { title: '토지' }));
    subject.put(searchItem(5, { title: '토지의 사람들' }));
    assert.deepEqual(await idsOf(subject, '토지'), [4, 5, 3, 2, 1]);
    const series = [{ seriesId: 1, seriesName: 'Far Sea' }];
    subject.put(searchItem(11, { title: 'Home (Far Sea, #3)' }));
    subject.put(searchItem(12, { title: 'The Long Way Over the Waves, Vol. 2', series }));
    subject.put(searchItem(13, { title: 'Far Sea (Far Sea, #1)' }));
    subject.put(searchItem(14, { title: 'An Interlude (Far Sea, #2.5)' }));
    subject.put(searchItem(15, { title: 'A guide', series }));
    assert.deepEqual(await idsOf(subject, 'far sea'), [13, 12, 14, 11, 15]);
  });

  test('RECENT: newest publication first, unknown dates last; REG_DTS: newest registration first', async (t) => {
    const subject = await open(t);
    subject.put(searchItem(1, { title: '강', publishDate: '', registeredAtMs: 5 }));
    subject.put(searchItem(2, { title: '강', publishDate: '1955-01-01', registeredAtMs: 7 }));
    subject.put(searchItem(3, { title: '강', publishDate: '2024-01-01', registeredAtMs: 6 }));
    subject.put(searchItem(5, { title: '강', publishDate: '2024-01-01', registeredAtMs: -1 }));
    subject.put(searchItem(4, { title: '강', publishDate: '2024-01-01', registeredAtMs: 7 }));
    assert.deepEqual(await idsOf(subject, '강', { sort: 'RECENT' }), [3, 4, 5, 2, 1]);
    assert.deepEqual(await idsOf(subject, '강', { sort: 'REG_DTS' }), [2, 4, 3, 1, 5]);
  });

  test('pages of any size cover every hit exactly once, under every sort and catalogue', async (t) => {
    const subject = await open(t);
    for (let itemId = 1; itemId <= 137; itemId++) {
      const catalog = itemId % 3 === 0 ? 'EBOOK' : 'BOOK';
      subject.put(searchItem(itemId, { title: '같은 제목', catalog, withheld: itemId % 20 === 0 }));
    }
    for (const sort of SEARCH_SORTS) {
      for (const [category, total] of [
        ['ALL', 131],
        ['EBOOK', 43],
        ['DVD', 0],
      ] as const) {
        const seen: number[] = [];
        for (let offset = 0; offset < 140; offset += 7) {
          const page = await subject.index.search(request('제목', { sort, category, offset, limit: 7 }));
          assert.equal(page.totalCount, total);
          seen.push(...page.itemIds);
        }
        assert.equal(seen.length, total);
        assert.equal(new Set(seen).size, total);
      }
    }
  });
}
