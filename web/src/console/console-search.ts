/** What the lists of the console show, as it stands in the address. Empty parts are left out. */
export interface AccountsSearch {
  readonly text?: string;
  readonly role?: string;
  readonly tier?: string;
  readonly state?: string;
  readonly page?: number;
}
export interface QuotaSearch {
  readonly state?: 'decided';
  readonly page?: number;
}
export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly account?: string;
  readonly from?: string;
  readonly until?: string;
  /** Shows lines older than this one. */
  readonly older?: number;
}

export function readAccountsSearch(search: Record<string, unknown>): AccountsSearch {
  return { ...texts(search, ['text', 'role', 'tier', 'state'] as const), ...pageOf(search) };
}

export function readQuotaSearch(search: Record<string, unknown>): QuotaSearch {
  return { ...(search.state === 'decided' ? { state: 'decided' } : {}), ...pageOf(search) };
}

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const older = Number(search.older);
  return {
    ...texts(search, ['actor', 'action', 'account', 'from', 'until'] as const),
    ...(Number.isInteger(older) && older > 0 ? { older } : {}),
  };
}

/** Addresses hold numbers where texts look like them, such as the number of an account. */
function texts<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): { readonly [One in Name]?: string } {
  const found = names.map((name) => [name, search[name]] as const);
  const given = found.filter(
    ([, value]) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  );
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)])) as {
    readonly [One in Name]?: string;
  };
}

function pageOf(search: Readonly<Record<string, unknown>>): { readonly page?: number } {
  const page = Number(search.page);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}
