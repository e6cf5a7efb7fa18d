/** What the pages in web/ call the ways to sign in; they offer none of them any longer. */
export const PROVIDERS = ['kakao', 'naver', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];
