/**
 * Lines of the audit log about what operators do to the shop: items, feeds, lists. They hold numbers and settings, never
 * personal data, because nothing in the log can be deleted.
 */
export interface AuditTrail {
  /** `action` such as `item.withheld`; `target` such as `item:1001`. */
  record(accountId: number, action: string, target: string, detail?: object): Promise<void>;
}
