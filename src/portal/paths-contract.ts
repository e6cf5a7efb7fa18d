import type { CategoriesView, ItemPage, Shelf, SuggestionsView } from './catalog-contract.ts';
import type {
  AccountConfirmation,
  AccountQuotaRequestsPage,
  AccountQuotaRequestView,
  AccountRestore,
  AccountsPage,
  AuditPage,
  ConsoleAccountPage,
  LimitsChange,
  OverviewPage,
  QuotaApproval,
  QuotaDenial,
  RoleChange,
} from './console-contract.ts';
import type {
  FeedPage,
  ImportDetails,
  IntakeChoice,
  IntakeImport,
  IntakeView,
  NewFeed,
  UndoImport,
  UndoView,
} from './console-feed-contract.ts';
import type { DecisionUndo, ItemHistory } from './console-item-contract.ts';
import type { KeptMappings, NamedMapping, TextReadingChoice } from './console-mapping-contract.ts';
import type {
  AttentionChange,
  BlockedTermsPage,
  DealChange,
  DecisionEnd,
  ItemOverridesPage,
  ItemOverridesView,
  NewSimilarWords,
  OfferEnd,
  RankingsPage,
  Restated,
  RestateWish,
  RunWish,
  SearchesPage,
  SimilarGroup,
  SimilarRemoval,
  SimilarWordsPage,
  TermChange,
  WithheldChange,
} from './console-shop-contract.ts';
import type {
  AccountEnd,
  AccountView,
  AddOnPage,
  CompleteSignUp,
  Confirmation,
  DemoLink,
  ForEmail,
  KeyPage,
  NewAddress,
  NewKey,
  NewName,
  NewQuotaRequest,
  PasswordReset,
  PendingAddressView,
  PendingSignUpView,
  ProviderName,
  QuotaRequestsPage,
  ServiceInformation,
  SessionView,
  SignIn,
  SignInAnswer,
  SignInCode,
  StatusView,
  TestAnswer,
  TestCall,
} from './contract.ts';
import type {
  ConnectionsPage,
  ProvidedAddress,
  ProviderAddress,
  ProviderOutcome,
  ProviderReturn,
  ProviderStart,
} from './provider-contract.ts';
import type {
  RecoveryCodes,
  SecondFactorSetUpView,
  SecondFactorView,
  SessionsPage,
} from './security-contract.ts';
import type { CallsPage, QuotaMailsView, UsagePage } from './usage-contract.ts';

/**
 * Every request under /portal/api by its path: what goes into the address or the body, and what comes back. The routes of the
 * server and the calls of the pages take their types from here.
 */

type None = Readonly<Record<never, never>>;
type Texts<Name extends string> = { readonly [N in Name]?: string | number };

interface Get<Answer, Query = None> {
  readonly query: Query;
  readonly answer: Answer;
}

interface Post<Body, Answer = None> {
  readonly body: Body;
  readonly answer: Answer;
}

/** A piece of a file, with parameters in the address. */
interface Upload<Query, Answer> {
  readonly query: Query;
  readonly answer: Answer;
}

export interface PortalGets {
  '/session': Get<SessionView>;
  '/sessions': Get<SessionsPage>;
  '/connections': Get<ConnectionsPage>;
  '/second-factor': Get<SecondFactorView>;
  '/account/data': Get<Uint8Array>;
  '/key': Get<KeyPage>;
  '/usage': Get<UsagePage>;
  '/usage.csv': Get<Uint8Array>;
  '/calls': Get<CallsPage>;
  '/quota-requests': Get<QuotaRequestsPage>;
  '/quota-mails': Get<QuotaMailsView>;
  '/add-on': Get<AddOnPage>;
  '/status': Get<StatusView>;
  '/categories': Get<CategoriesView, Texts<'parent'>>;
  '/shelf': Get<Shelf, Texts<'list' | 'category' | 'month' | 'sex' | 'age' | 'page'>>;
  '/search': Get<Shelf, { readonly query: string } & Texts<SearchName>>;
  '/suggest': Get<SuggestionsView, { readonly query: string }>;
  '/item': Get<ItemPage, { readonly itemId: string | number }>;
  '/console/overview': Get<OverviewPage>;
  '/console/accounts': Get<AccountsPage, Texts<'text' | 'role' | 'tier' | 'state' | 'page'>>;
  '/console/account': Get<ConsoleAccountPage, { readonly accountId: string | number }>;
  '/console/quota-requests': Get<AccountQuotaRequestsPage, Texts<'state' | 'page'>>;
  '/console/audit': Get<AuditPage, Texts<AuditName>>;
  '/console/audit.csv': Get<Uint8Array, Texts<AuditName>>;
  '/console/terms': Get<BlockedTermsPage>;
  '/console/similar': Get<SimilarWordsPage, Texts<'text' | 'page'>>;
  '/console/searches': Get<SearchesPage, Texts<'kind' | 'days' | 'page'>>;
  '/console/shop/find': Get<ItemOverridesPage, { readonly text: string }>;
  '/console/shop/list': Get<ItemOverridesPage, Texts<'field' | 'page'>>;
  '/console/shop/item': Get<ItemOverridesView, { readonly itemId: string | number }>;
  '/console/shop/history': Get<ItemHistory, { readonly itemId: string | number }>;
  '/console/feed': Get<FeedPage>;
  '/console/feed/log': Get<ImportDetails, { readonly importId: string | number }>;
  '/console/feed/mapping': Get<NamedMapping, { readonly name: string }>;
  '/console/rankings': Get<RankingsPage>;
}

type SearchName =
  | 'category'
  | 'sort'
  | 'correct'
  | 'target'
  | 'inStock'
  | 'publishedFrom'
  | 'publishedTo'
  | 'priceFrom'
  | 'priceTo'
  | 'page';
type AuditName = 'actor' | 'action' | 'account' | 'from' | 'until' | 'older';

export interface PortalPosts {
  '/sign-in': Post<SignIn, SignInAnswer>;
  '/sign-in/code': Post<SignInCode, SessionView>;
  '/sign-in/demo': Post<DemoLink, SignInAnswer>;
  '/sign-out': Post<None>;
  '/sign-out-everywhere': Post<None>;
  '/sign-up': Post<ForEmail>;
  '/sign-up/look': Post<{ readonly token: string }, PendingSignUpView>;
  '/sign-up/complete': Post<CompleteSignUp, SessionView>;
  '/password-reset': Post<PasswordReset>;
  '/password-reset/request': Post<ForEmail>;
  '/account/close': Post<AccountEnd>;
  '/account/name': Post<NewName, AccountView>;
  '/account/address': Post<NewAddress>;
  '/account/address/look': Post<{ readonly token: string }, PendingAddressView>;
  '/account/address/confirm': Post<{ readonly token: string }, AccountView>;
  '/provider/start': Post<ProviderStart, ProviderAddress>;
  '/provider/finish': Post<ProviderReturn, ProviderOutcome>;
  '/provider/address': Post<ProvidedAddress>;
  '/connections/disconnect': Post<{ readonly provider: ProviderName }, ConnectionsPage>;
  '/second-factor/begin': Post<Pick<NewAddress, 'password'>, SecondFactorSetUpView>;
  '/second-factor/confirm': Post<Code, RecoveryCodes>;
  '/second-factor/recovery-codes': Post<Code, RecoveryCodes>;
  '/second-factor/end': Post<Code, SecondFactorView>;
  '/sessions/end': Post<{ readonly sessionId: string }, SessionsPage>;
  '/key': Post<ServiceInformation, NewKey>;
  '/key/revoke': Post<Confirmation>;
  '/quota-requests': Post<NewQuotaRequest, QuotaRequestsPage>;
  '/quota-mails': Post<QuotaMailsView, QuotaMailsView>;
  '/add-on/enrol': Post<{ readonly enrolled: boolean }, AddOnPage>;
  '/test': Post<TestCall, TestAnswer>;
  '/console/account/limits': Post<LimitsChange, ConsoleAccountPage>;
  '/console/account/suspend': Post<AccountConfirmation, ConsoleAccountPage>;
  '/console/account/restore': Post<AccountRestore, ConsoleAccountPage>;
  '/console/account/role': Post<RoleChange, ConsoleAccountPage>;
  '/console/account/revoke-key': Post<AccountConfirmation, ConsoleAccountPage>;
  '/console/quota-requests/approve': Post<QuotaApproval, AccountQuotaRequestView>;
  '/console/quota-requests/deny': Post<QuotaDenial, AccountQuotaRequestView>;
  '/console/terms/block': Post<TermChange, BlockedTermsPage>;
  '/console/terms/allow': Post<TermChange, BlockedTermsPage>;
  '/console/similar/add': Post<NewSimilarWords, SimilarGroup>;
  '/console/similar/remove': Post<SimilarRemoval>;
  '/console/shop/withheld': Post<WithheldChange, ItemOverridesView>;
  '/console/shop/attention': Post<AttentionChange, ItemOverridesView>;
  '/console/shop/attention/end': Post<OfferEnd, ItemOverridesView>;
  '/console/shop/deal': Post<DealChange, ItemOverridesView>;
  '/console/shop/deal/end': Post<OfferEnd, ItemOverridesView>;
  '/console/shop/follow-feed': Post<DecisionEnd, ItemOverridesView>;
  '/console/shop/take-back': Post<DecisionUndo, ItemOverridesView>;
  '/console/feed/begin': Post<NewFeed, IntakeView>;
  '/console/feed/import': Post<IntakeImport, IntakeView>;
  '/console/feed/cancel': Post<IntakeChoice, IntakeView>;
  '/console/feed/undo': Post<UndoImport, UndoView>;
  '/console/feed/read-again': Post<TextReadingChoice, IntakeView>;
  '/console/feed/map-again': Post<IntakeChoice, IntakeView>;
  '/console/feed/mapping/remove': Post<{ readonly name: string }, KeptMappings>;
  '/console/rankings/run': Post<RunWish, RankingsPage>;
  '/console/rankings/restate': Post<RestateWish, Restated>;
}

type Name<Fields> = Fields extends unknown ? Extract<keyof Fields, string> : never;

/** The parameters in the address of a path. */
export type QueryName<Path> = Path extends keyof PortalGets
  ? Name<PortalGets[Path]['query']>
  : Path extends keyof PortalUploads
    ? Name<PortalUploads[Path]['query']>
    : never;

/** The fields in the body of a path. */
export type FieldName<Path> = Path extends keyof PortalPosts ? Name<PortalPosts[Path]['body']> : never;

interface Code {
  readonly code: string;
}

/** Bodies of these are application/octet-stream. */
export interface PortalUploads {
  '/console/feed/piece': Upload<{ readonly intakeId: number; readonly offset: number }, IntakeView>;
  '/console/feed/map': Upload<{ readonly intakeId: number; readonly keepAs: string }, IntakeView>;
}
