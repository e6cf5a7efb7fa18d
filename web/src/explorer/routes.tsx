import { pagesBelow } from '../pages-below.ts';
import { portalRoute } from '../portal-route.ts';
import { readExplorerSearch } from './explorer-search.ts';

const { page, searchPage } = pagesBelow(portalRoute);

export const explorerRoutes = [
  searchPage('/explorer', readExplorerSearch, () => import('./explorer-page.tsx'), 'ExplorerPage'),
  page('/explorer/items/$itemId', () => import('./item-page.tsx'), 'ItemPage'),
] as const;
