import type { Tier } from '../../accounts/account.ts';
import type { AccountStore } from '../../accounts/account-store.ts';
import type { AuditLog } from '../../accounts/audit-log.ts';
import type { CallLog } from '../../accounts/call-log.ts';
import type { DemoSignIn } from '../../accounts/demo-sign-in.ts';
import type { Identity } from '../../accounts/identity.ts';
import type { OpenIdProvider } from '../../accounts/open-id-provider.ts';
import type { QuotaRequests } from '../../accounts/quota-requests.ts';
import type { SecondFactor } from '../../accounts/second-factor.ts';
import type { WantedMails } from '../../accounts/wanted-mails.ts';
import type { ItemOverrides } from '../../catalog/override-store.ts';
import type { Limits, RateLimiter } from '../../gate/decide.ts';
import type { LastCheck } from '../../http/metrics.ts';
import type { PublicWork } from '../../http/rate-limiter.ts';
import type { ByteCache, SharedBody } from '../../http/response.ts';
import type { ImportLog } from '../../ingest/import-log.ts';
import type { UndoOutcome, UndoRequest } from '../../ingest/import-undo.ts';
import type { FeedMappings } from '../../ingest/mapping.ts';
import type { FeedDoor } from '../../intake/feed-door.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { OrderDesk } from '../../rankings/ledger/order-desk.ts';
import type { RankingAdmin, RunRequests } from '../../rankings/run/ranking-admin.ts';
import type { Services as ApiServices } from '../../v1/endpoint.ts';
import type { PublicApi } from '../../v1/public-api.ts';
import type { InProcessReader } from '../../v1/routes.ts';
import type { Cookies, SignedState } from './cookies.ts';

export type InProcessApi = InProcessReader & Pick<PublicApi, 'callAs'>;

export interface Services extends ApiServices {
  readonly accounts: AccountStore;
  readonly identity: Identity;
  readonly secondFactor: SecondFactor;
  readonly demoSignIn: DemoSignIn;
  readonly providers: readonly OpenIdProvider[];
  readonly mailer: Mailer;
  readonly quotaRequests: QuotaRequests;
  readonly wantedMails: WantedMails;
  readonly callLog: CallLog;
  readonly lastCheck: () => LastCheck | null;
  readonly publicWork: PublicWork;
  readonly itemOverrides: ItemOverrides;
  readonly feedDoor: FeedDoor;
  readonly feedMappings: FeedMappings;
  readonly undoImport: (request: UndoRequest) => Promise<UndoOutcome>;
  readonly importLog: ImportLog;
  readonly rankingAdmin: RankingAdmin;
  readonly runRequests: RunRequests;
  readonly orderDesk: OrderDesk;
  readonly auditLog: AuditLog;
  readonly api: InProcessApi;
  readonly limiter: RateLimiter;
  /** Counts requests for pages and files by IP address. In `limiter`, so many addresses would evict other entries. */
  readonly pageLimiter: RateLimiter;
  readonly isSegmentMinSet: boolean;
  readonly publicLists: boolean;
  readonly pageCacheBytes: number;
  readonly failurePages: ByteCache<SharedBody>;
  /** Counts attempts to sign in and requests for mail over all instances. */
  readonly attempts: RateLimiter;
  readonly cookies: Cookies;
  readonly notes: SignedState;
  readonly background: ReturnType<typeof createBackground>;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  readonly baseUrl: string;
  readonly logoUrl: string;
  readonly command: string;
  readonly operatorName: string;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly contact: string | null;
  readonly currency: string;
}

/** Runs work after the response, so that the response time reveals nothing. */
export function createBackground(onError: (error: unknown) => void) {
  const running = new Set<Promise<void>>();
  return {
    start(work: () => Promise<void>): void {
      const one: Promise<void> = work()
        .catch(onError)
        .finally(() => running.delete(one));
      running.add(one);
    },
    async idle(): Promise<void> {
      await Promise.all(running);
    },
  };
}
