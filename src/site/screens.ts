import type { FastifyInstance } from 'fastify';
import { signOutScreen } from './account/sign-out.ts';
import { accountScreen } from './console/account.ts';
import { accountsScreen } from './console/accounts.ts';
import { registerPreferences } from './kit/preferences.ts';
import { registerScreens } from './kit/register.ts';
import type { Services } from './kit/services.ts';
import { registerStaticFiles } from './kit/static-files.ts';

/** Every screen of the site. */
export function registerSite(app: FastifyInstance, services: Services): void {
  registerStaticFiles(app, services);
  registerPreferences(app, services);
  registerScreens(app, [signOutScreen, accountsScreen, accountScreen], services);
}
