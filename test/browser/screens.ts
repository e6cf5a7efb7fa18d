import type { Role } from '../../src/accounts/roles.ts';

/** A screen as the sweep visits it: an address, and who opens it; nobody is signed in where it isn't said. */
export interface SweptScreen {
  /** `:reader` is the account of the reader. */
  readonly path: string;
  /** `reader` has a key and a few calls; the others are operators. */
  readonly as?: 'reader' | Exclude<Role, 'developer'>;
  /** A selector of what has to be there. */
  readonly shows: string;
}

/** Every kind of screen, one line each. */
export const SCREENS: readonly SweptScreen[] = [
  // Documentation and front page
  { path: '/', shows: '.shelf img' },
  { path: '/docs', shows: '.switch input' },
  { path: '/docs/endpoints', shows: 'article li a' },
  { path: '/docs/endpoints/bestsellerMonthly', shows: '#file .code' },
  { path: '/docs/errors/PARAM_006', shows: '#works .code' },
  { path: '/docs/migration', shows: 'article .scroll td' },
  { path: '/docs/search?q=quota', shows: '#found li a' },
  { path: '/docs/status', shows: '#status .good' },
  // Catalogue
  { path: '/search', shows: '[data-part=categories] a' },
  { path: '/search?query=1001', shows: '[data-part=shelf] img' },
  { path: '/search?query=nothing-of-this-kind&priceFrom=2&priceTo=1', shows: '[aria-invalid]' },
  { path: '/search?query=nothing-of-this-kind', as: 'reader', shows: '[data-part=none]' },
  { path: '/goods/1003', shows: '[data-part=facts] dd' },
  { path: '/authors/7', shows: '[data-part=shelf] img' },
  { path: '/categories/001', shows: '[data-part=shelf] img' },
  { path: '/categories/001?list=weekly', shows: '[data-part=lists] [aria-current]' },
  // Accounts
  { path: '/portal/sign-in?next=/portal/key', shows: '[data-form=sign-in]' },
  { path: '/portal/sign-in/demo', shows: '[data-form=demo]' },
  { path: '/portal/sign-up', shows: '[data-form=sign-up]' },
  { path: '/portal/forgot-password', shows: '[data-form=request]' },
  { path: '/portal/reset-password?token=x', shows: '[data-form=reset]' },
  { path: '/portal/account', as: 'reader', shows: '[data-part=close] details' },
  { path: '/portal/account', as: 'owner', shows: '[data-form=mails] [name=operatorMails]' },
  { path: '/portal/key', as: 'reader', shows: '[data-part=live-key]' },
  { path: '/portal/key', as: 'viewer', shows: '[data-form=issue]' },
  { path: '/portal/usage', as: 'reader', shows: '[data-part=calls] td' },
  { path: '/portal/usage', as: 'viewer', shows: '[data-part=empty]' },
  { path: '/portal/test', as: 'reader', shows: '[data-form=run]' },
  { path: '/portal/test?endpoint=categoryListExport', as: 'viewer', shows: '[data-form=run]' },
  // Console
  { path: '/portal/console', as: 'owner', shows: '#stock a' },
  { path: '/portal/console', as: 'support', shows: '#calls svg' },
  { path: '/portal/console/categories', as: 'shop', shows: '[data-form=add]' },
  { path: '/portal/console/quota-requests', as: 'owner', shows: '.card details' },
  { path: '/portal/console/quota-requests?state=decided', as: 'viewer', shows: '[data-part=decided]' },
  { path: '/portal/console/shop', as: 'shop', shows: '[data-form=filter]' },
  { path: '/portal/console/shop?text=1001', as: 'viewer', shows: '[data-part=items] td' },
  { path: '/portal/console/shop/1003', as: 'shop', shows: '[data-form=data]' },
  { path: '/portal/console/shop/1001', as: 'viewer', shows: '#about dd' },
  { path: '/portal/console/shop/bulk', as: 'shop', shows: '[data-form=preview]' },
  { path: '/portal/console/search', as: 'viewer', shows: '[data-form=filter]' },
  { path: '/portal/console/search?list=blocked', as: 'shop', shows: '[data-form=block]' },
  { path: '/portal/console/search?list=similar', as: 'shop', shows: '[data-form=group]' },
  { path: '/portal/console/feeds', as: 'shop', shows: '[data-form=check]' },
  { path: '/portal/console/feeds', as: 'viewer', shows: '[data-part=imports] td' },
  { path: '/portal/console/feeds/imports/1', as: 'owner', shows: '[data-part=problems] td' },
  { path: '/portal/console/orders?item=2001', as: 'shop', shows: '[data-form=find]' },
  { path: '/portal/console/rankings', as: 'shop', shows: '[data-form=restate]' },
  { path: '/portal/console/audit', as: 'owner', shows: '[data-part=audit] td' },
  { path: '/portal/console/accounts', as: 'owner', shows: '[data-part=accounts] td' },
  { path: '/portal/console/accounts?text=nobody-of-this-name', as: 'viewer', shows: '[data-form=filter]' },
  { path: '/portal/console/accounts/:reader', as: 'owner', shows: '[data-form=limits]' },
  { path: '/portal/console/accounts/:reader', as: 'viewer', shows: '[data-part=usage] svg' },
];
