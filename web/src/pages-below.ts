import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router';

/** Makes the routes of pages below another that have nothing but an address and a component. */
export function pagesBelow<Parent extends AnyRoute>(parent: Parent) {
  return <const Path extends string>(path: Path, component: RouteComponent) =>
    createRoute({ getParentRoute: () => parent, path, component });
}
