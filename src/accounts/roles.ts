/** What an account is: a developer's, or an operator's with one of four roles (docs/accounts.md#roles). */
export const ROLES = ['developer', 'viewer', 'support', 'shop', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const RIGHTS = ['console', 'see-shop', 'shop', 'see-accounts', 'accounts', 'roles'] as const;
export type Right = (typeof RIGHTS)[number];

/** The one table that decides: every console request names its right, and pages show only what is allowed. */
const RIGHTS_OF: Readonly<Record<Role, readonly Right[]>> = {
  developer: [],
  viewer: ['console', 'see-shop', 'see-accounts'],
  support: ['console', 'see-accounts', 'accounts'],
  shop: ['console', 'see-shop', 'shop'],
  owner: RIGHTS,
};

interface Ranked {
  readonly accountId: number;
  readonly role: Role;
  readonly suspended: boolean;
}

export function rightsOf({ role, suspended }: Omit<Ranked, 'accountId'>): readonly Right[] {
  return suspended ? [] : RIGHTS_OF[role];
}

/** Whether an operator may decide on an account: never on their own, and on operators only with the right `roles`. */
export function mayChange(operator: Ranked, account: Ranked): boolean {
  const rights = rightsOf(operator);
  if (operator.accountId === account.accountId || !rights.includes('accounts')) return false;
  return account.role === 'developer' || rights.includes('roles');
}
