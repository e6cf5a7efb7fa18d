import { fixedClock } from '../support/fixed-clock.ts';
import { createAccountData } from '../support/memory/account-data.ts';
import { createMemoryAccountStore } from '../support/memory/account-store.ts';
import { createMemoryAuditLog } from '../support/memory/audit-log.ts';
import { createMemoryGate } from '../support/memory/gate.ts';
import { createMemoryRankingStore } from '../support/memory/ranking-store.ts';
import { accountSearchContract } from './account-search-contract.ts';
import { accountStoreContract } from './account-store-contract.ts';
import { auditLogContract } from './audit-log-contract.ts';
import { gateContract } from './gate-contract.ts';
import { GATE_CONTRACT_LIMITS } from './gate-world.ts';
import { testRankingStore } from './ranking-store-contract.ts';

// Adapters that share nothing with a database pass the suites of their ports: no suite, and so no user of a port,
// relies on what a database does besides.

const keyPrefix = 'seoga_live_';
const tierLimits = {
  free: GATE_CONTRACT_LIMITS,
  partner: { burstPerSecond: 100, burst: 200, dailyQuota: 50_000 },
  enterprise: { burstPerSecond: 1000, burst: 2000, dailyQuota: 5_000_000 },
};

function setUp() {
  const data = createAccountData();
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const gate = () => createMemoryGate({ data, clock, tierLimits });
  return {
    data,
    clock,
    keyPrefix,
    tierLimits,
    accounts: createMemoryAccountStore({ data, clock, keyPrefix }),
    gate: gate(),
    restart: gate,
  };
}

gateContract('memory', setUp);
accountStoreContract('memory', setUp);
accountSearchContract('memory', () => setUp().accounts);

auditLogContract('memory', () => {
  const data = createAccountData();
  return {
    auditLog: createMemoryAuditLog(data),
    write: (line) => void data.audit.push({ ...line, auditId: data.audit.length + 1 }),
  };
});

testRankingStore('memory', async () => {
  const store = createMemoryRankingStore();
  return { store, publish: async (edition, lists) => store.publish(edition, lists) };
});
