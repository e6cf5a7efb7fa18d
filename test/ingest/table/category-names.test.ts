import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECOGNISE } from '../../../src/ingest/choose-reader.ts';
import { type FeedKit, feedKit } from '../feed-kit.ts';

/** Imports books of these categories, each of a catalogue where it is given: `FOREIGN,소설`. */
const bring = (
  kit: FeedKit,
  categories: readonly string[],
  isCreating: boolean,
  mapping: object | null = null,
) => {
  const rows = categories.map(
    (one, at) => `책 ${at},97889364341${at + 10},${one.includes(',') ? one : `BOOK,${one}`}\n`,
  );
  const reading = { ...RECOGNISE, currency: 'KRW', createCategories: isCreating };
  return kit.import(`제목,ISBN,상품구분,분야\n${rows.join('')}`, {
    reading: { ...reading, mapping: mapping === null ? null : JSON.stringify(mapping) },
  });
};
/** A mapping of these columns whose categories are created. */
const mappingOf = (분야: object = {}) => ({
  columns: {
    ...{ 제목: 'title', ISBN: 'isbn13', 상품구분: 'catalog' },
    분야: { to: 'categoryIds', create: true, ...분야 },
  },
});
const PATHS = `
  SELECT child.category_name AS name, parent.category_name AS parent
  FROM category AS child LEFT JOIN category AS parent ON parent.category_id = child.parent_id
  ORDER BY name, parent`;

const shop = [
  { kind: 'category', categoryId: '1', categoryName: '소설' },
  { kind: 'category', categoryId: '2', categoryName: '시', parentId: '1' },
  { kind: 'category', categoryId: '3', categoryName: '시' },
  { kind: 'category', categoryId: '4', categoryName: '기타', parentId: '1' },
  { kind: 'category', categoryId: '5', categoryName: '기타', parentId: '3' },
];

test('a table calls categories by id, path or a name that one has; other names are refused with the reason', async (t) => {
  const kit = feedKit(t);
  await kit.import(shop);
  const report = await bring(kit, ['소설', '소설 > 시', '3', '소설>시', '기타', '과학', '에세이'], false);
  assert.deepEqual(
    report.problems.map(({ line, field, reason }) => [line, field, /--create-categories/.test(reason.en)]),
    [6, 7, 8].map((line) => [line, '분야', true]),
  );
  const rows = kit.rows('SELECT category_ids AS ids FROM item ORDER BY item_id');
  assert.equal(rows.map(({ ids }) => ids).join(), '["1"],["2"],["3"],["2"]');
});

test('names become categories when that is wished, each once, below the known ones', async (t) => {
  const kit = feedKit(t);
  await kit.import(shop);
  const names = ['소설 > 추리', '과학', '과학 > 물리', '과학', '기타'];
  const report = await bring(kit, names, true);
  assert.deepEqual([report.problemCount, report.summary.category.added], [1, 4], 'one name is of two');
  const again = await bring(feedKit(t), names, true);
  assert.equal(again.summary.category.added, 6, 'a shop without categories: with a root');
  const same = await bring(kit, names, true);
  assert.deepEqual([same.summary.category.added, same.summary.item.unchanged], [0, 4]);
  const made = kit.rows(PATHS).filter(({ name }) => ['추리', '과학', '물리'].includes(String(name)));
  const paths = made.map(({ name, parent }) => `${parent} > ${name}`);
  assert.deepEqual(paths, ['국내도서 > 과학', '과학 > 물리', '소설 > 추리']);
});

test('a mapping says it for its column, and a column of too many names makes none', async (t) => {
  const kit = feedKit(t);
  assert.equal((await bring(kit, ['과학'], false, mappingOf())).summary.category.added, 2);
  const many = Array.from({ length: 1001 }, (_, at) => `제목 ${at}`);
  await assert.rejects(bring(kit, many, false, mappingOf()), /1,?000/);
});

test('a path of too many levels and a name that is too long make none', async (t) => {
  const kit = feedKit(t);
  const deep = Array(20_000).fill('가').join('>');
  const report = await bring(kit, [deep, '가'.repeat(501), '과학'], true);
  assert.deepEqual([report.summary.category.added, report.problems.map(({ line }) => line)], [2, [2, 3]]);
});

test('new names stand below a root for each catalogue, with short numbers that stay; a typed id is kept', async (t) => {
  const kit = feedKit(t);
  const bringRows = (rows: readonly string[], more: object = {}) => bring(kit, rows, false, mappingOf(more));
  const tree = () =>
    kit
      .rows('SELECT category_id AS id, category_name AS name FROM category ORDER BY id')
      .map(({ id, name }) => `${id} ${name}`);
  await bringRows(['BOOK,소설', 'FOREIGN,소설', 'BOOK,국내도서 > 시', 'BOOK,소설 > 추리']);
  const first = ['001 국내도서', '001001 소설', '001001001 추리', '001002 시', '002 외국도서', '002001 소설'];
  assert.deepEqual(tree(), first);
  await bringRows(['BOOK,에세이', 'FOREIGN,소설', 'BOOK,시']);
  assert.deepEqual(tree(), [...first, '001003 에세이'].sort());
  await bringRows(['BOOK,만화'], { values: { 만화: 'comics', '*': '' } });
  const [comics] = kit.rows("SELECT * FROM category WHERE category_id = 'comics'");
  assert.deepEqual([comics?.parent_id, comics?.category_name], ['001', '만화']);
});

test('a brake names categories as the shop does', async (t) => {
  const kit = feedKit(t);
  const some = (category: string) => Array.from({ length: 25 }, () => category);
  await bring(kit, some('소설'), true);
  const [brake] = (await bring(kit, some('시'), true)).brakes;
  assert.match(brake?.examples[0]?.en ?? '', /소설 → 시$/);
  const unread = await bring(kit, some('문확'), false);
  assert.ok(unread.brakes.every(({ examples }) => examples[0]?.en.includes('--create-categories')));
});
