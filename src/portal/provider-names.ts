import type { Provider } from '../accounts/sign-in-provider.ts';
import type { Bilingual } from './failures.ts';

/** What mails and failures call the providers. */
export const PROVIDER_NAMES: Readonly<Record<Provider, Bilingual>> = {
  kakao: { en: 'Kakao', ko: '카카오' },
  naver: { en: 'Naver', ko: '네이버' },
  google: { en: 'Google', ko: '구글' },
};
