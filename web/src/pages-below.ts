import { type AnyRoute, createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

/** Makes the routes of pages below another. The code of a page is fetched when it is opened. */
export function pagesBelow<Parent extends AnyRoute>(parent: Parent) {
  return {
    /** A page that has nothing but an address and a component. */
    page: <const Path extends string, Name extends string>(
      path: Path,
      load: () => Promise<Record<Name, RouteComponent>>,
      name: Name,
    ) => createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(load, name) }),
    /** A page that reads its search parameters. */
    searchPage: <const Path extends string, Name extends string, Search>(
      path: Path,
      validateSearch: (search: Record<string, unknown>) => Search,
      load: () => Promise<Record<Name, RouteComponent>>,
      name: Name,
    ) =>
      createRoute({
        getParentRoute: () => parent,
        path,
        validateSearch,
        component: lazyRouteComponent(load, name),
      }),
  };
}
