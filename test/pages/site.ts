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
