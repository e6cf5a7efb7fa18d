import assert from 'node:assert/strict';
import test from 'node:test';
import { renderNotFoundPage } from '../../src/pages/not-found-page.ts';
import { readMarkup } from './markup.ts';
import { site } from './site.ts';

test('the page says in the reader’s language that there is nothing, and asks not to be indexed', () => {
  const korean = readMarkup(renderNotFoundPage(site, '../', 'ko'));
  assert.match(korean.text, /찾을 수 없는 페이지/);
  assert.match(readMarkup(renderNotFoundPage(site, '../', 'en')).text, /Page not found/);
  assert.ok(korean.elements.some(({ attributes }) => attributes.content === 'noindex'));
});

test('the stylesheet and the icon are found from any depth', () => {
  const { elements } = readMarkup(renderNotFoundPage(site, '../../../', 'ko'));
  const addressOf = (rel: string) =>
    elements.find(({ attributes }) => attributes.rel === rel)?.attributes.href;
  assert.equal(addressOf('stylesheet'), '../../../assets/page.css');
  assert.equal(addressOf('icon'), '../../../assets/logo.svg');
});
