import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';

/** Writes a line of the audit log. Call it in the transaction of the change. */
export type AuditLine = (actor: string, action: string, target: string, detail: object) => void;

/** The one place that writes to the audit log of an accounts file. */
export function auditLines(db: DatabaseSync, clock: Clock): AuditLine {
  const insert = db.prepare(`
    INSERT INTO audit (at_ms, actor, action, target, detail)
    VALUES (?, ?, ?, ?, ?)`);
  return (actor, action, target, detail) => {
    insert.run(clock.nowMs(), actor, action, target, JSON.stringify(detail));
  };
}
