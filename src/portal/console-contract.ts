/**
 * The part of the contract (contract.ts) that is for operators: requests under /portal/api/console. Each of them answers
 * 401 to somebody who is not signed in, and 403 to an account that is not that of an active operator now.
 */

/** GET /portal/api/console/overview: asked again every few seconds while the page is visible. */
export interface OverviewPage {
  readonly items: number;
}
