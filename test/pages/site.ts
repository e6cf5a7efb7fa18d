import type { Site } from '../../src/pages/site.ts';

/** A shop that publishes no notices. */
export const site: Site = {
  baseUrl: 'https://books.example',
  operatorName: '서가 책방',
  currency: 'KRW',
  termsUrl: null,
  privacyUrl: null,
  contact: null,
};

/** The drawn cover of a book on a shelf, where a test is about something else. */
export const drawn = { itemId: 1001, title: '홍길동전', author: '허균', publisher: '' };
