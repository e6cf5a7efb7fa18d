/** What an account is: a developer's, or an operator's with one of four roles (docs/rules/accounts.md#roles). */
export const ROLES = ['developer', 'viewer', 'support', 'shop', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** The rights that requests of the console can require. */
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

/** What an account may do in the console now. */
export function rightsOf({
  role,
  suspended,
}: {
  readonly role: Role;
  readonly suspended: boolean;
}): readonly Right[] {
  return suspended ? [] : RIGHTS_OF[role];
}
