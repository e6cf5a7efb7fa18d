import { createRootRoute } from '@tanstack/react-router';
import { Frame } from './layout/frame.tsx';

/** What every page stands in. */
export const rootRoute = createRootRoute({ component: Frame });
