import type { FastifyInstance } from 'fastify';
import { consoleScreens } from './console/screens.ts';
import { landingScreen, sampleFiles } from './docs/landing.ts';
import { docsScreens, registerDocsFiles } from './docs/screens.ts';
import { statusScreen } from './docs/status.ts';
import { registerPreferences } from './kit/preferences.ts';
import { registerScreens } from './kit/register.ts';
import type { Download, Screen } from './kit/screen.ts';
import type { Services } from './kit/services.ts';
import { registerStaticFiles } from './kit/static-files.ts';
import { ownScreens } from './own/screens.ts';
import { authorScreen } from './shop/author.ts';
import { categoryScreen } from './shop/category.ts';
import { productScreen } from './shop/product.ts';
import { registerShop } from './shop/register.ts';
import { searchScreen } from './shop/search.ts';

/** Every screen of the site, and the files that screens offer. */
export const SCREENS: readonly (Screen | Download)[] = [
  landingScreen,
  ...sampleFiles,
  statusScreen,
  ...docsScreens,
  productScreen,
  authorScreen,
  categoryScreen,
  searchScreen,
  ...ownScreens,
  ...consoleScreens,
];

export function registerSite(app: FastifyInstance, services: Services): void {
  registerStaticFiles(app, services);
  registerPreferences(app, services);
  registerShop(app, services);
  registerDocsFiles(app, services);
  // Failures of screens are pages; those of files aren't.
  app.register(async (scope) => registerScreens(scope, SCREENS, services));
}
