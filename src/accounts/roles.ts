/** What each role may do: docs/accounts.md#roles. */
export const ROLES = ['developer', 'viewer', 'support', 'shop', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const RIGHTS = ['console', 'see-shop', 'shop', 'see-accounts', 'accounts', 'roles'] as const;
export type Right = (typeof RIGHTS)[number];

/** The only table of rights. Every request in the console is checked against it. */
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

/** Whether an operator may change an account: never their own, and another operator's only with the right `roles`. */
export function mayChange(operator: Ranked, account: Ranked): boolean {
  const rights = rightsOf(operator);
  if (operator.accountId === account.accountId || !rights.includes('accounts')) return false;
  return account.role === 'developer' || rights.includes('roles');
}
