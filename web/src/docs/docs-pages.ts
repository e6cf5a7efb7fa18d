/** Pages of the documentation in reading order. `text` names the title in the messages, `…Lead` what it is about. */
export const DOCS_PAGES = [
  { to: '/docs', text: 'start' },
  { to: '/docs/authentication', text: 'authentication' },
  { to: '/docs/endpoints', text: 'endpoints' },
  { to: '/docs/paging', text: 'paging' },
  { to: '/docs/caching', text: 'caching' },
  { to: '/docs/errors', text: 'errors' },
  { to: '/docs/rules', text: 'rules' },
  { to: '/docs/versions', text: 'versions' },
  { to: '/docs/migration', text: 'migration' },
  { to: '/docs/faq', text: 'faq' },
  { to: '/docs/attribution', text: 'attribution' },
  { to: '/docs/changelog', text: 'changelog' },
] as const;

/** Pages that are a text in `text/` and nothing else. */
export const GUIDES = [
  'authentication',
  'paging',
  'caching',
  'rules',
  'versions',
  'migration',
  'faq',
] as const;
export type Guide = (typeof GUIDES)[number];
