import { html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import { layOutPage } from './layout.ts';

/** The page for whatever doesn't exist or mustn't be shown: the two look the same. */
export function renderNotFoundPage(operatorName: string, root: string, lang: Language): string {
  const t = TEXTS[lang];
  const frame = { lang, title: t.title, description: '', canonicalUrl: null, root, operatorName };
  return layOutPage(frame, html`<h1>${t.title}</h1>\n<p>${t.explanation}</p>`);
}

const TEXTS = {
  ko: {
    title: '찾을 수 없는 페이지',
    explanation: '주소가 잘못되었거나, 더 이상 제공하지 않는 상품입니다.',
  },
  en: {
    title: 'Page not found',
    explanation: 'The address is wrong, or the product is no longer offered.',
  },
} as const;
