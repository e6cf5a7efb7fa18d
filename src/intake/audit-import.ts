import type { AuditLog } from '../accounts/audit-log.ts';
import type { ImportReport } from '../ingest/import-feed.ts';
import type { ImportSource } from '../ingest/import-log.ts';

/**
 * Adds an import to the audit log (docs/accounts.md#audit-log), with the brakes that it overrode. `restate`: closed months count
 * their late lines, too.
 */
export async function auditImport(
  auditLog: AuditLog,
  { name, actor, bytes }: ImportSource,
  { committed, lines, brakes }: ImportReport,
  restate = false,
): Promise<void> {
  if (!committed) return;
  const forced = brakes.length === 0 ? {} : { brakes: brakes.map(({ kind, count }) => `${kind} ${count}`) };
  await auditLog.record(actor, 'feed.imported', 'feed', {
    name,
    bytes,
    lines,
    ...forced,
    ...(restate ? { restate } : {}),
  });
}
