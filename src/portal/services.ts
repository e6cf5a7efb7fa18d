import type { Services } from '../site/kit/services.ts';

export type PortalServices = Services;
