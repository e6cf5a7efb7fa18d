import type { AuditEntry, AuditFilter, AuditLog } from '../../../src/accounts/audit-log.ts';
import type { AccountData } from './account-data.ts';

/** The lines that the other adapters in memory have written. */
export function createMemoryAuditLog({ audit }: AccountData): AuditLog {
  return {
    async list(filter, olderThanId, limit) {
      const newestFirst = audit.toSorted((a, b) => b.atMs - a.atMs || b.auditId - a.auditId);
      const from = newestFirst.findIndex(({ auditId }) => auditId === olderThanId) + 1;
      return newestFirst
        .slice(from)
        .filter((line) => fits(line, filter))
        .slice(0, limit);
    },
    async listNames() {
      const names = (field: 'actor' | 'action') => [...new Set(audit.map((line) => line[field]))].sort();
      return { actors: names('actor'), actions: names('action') };
    },
  };
}

function fits(line: AuditEntry, { actor, action, target, fromMs, beforeMs }: AuditFilter): boolean {
  return (
    (actor === null || line.actor === actor) &&
    (action === null || line.action === action) &&
    (target === null || line.target === target) &&
    (fromMs === null || line.atMs >= fromMs) &&
    (beforeMs === null || line.atMs < beforeMs)
  );
}
