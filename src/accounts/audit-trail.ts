/**
 * Lines of the audit log about what operators do to the shop: items, feeds, lists. They hold numbers and settings, never
 * personal data, because nothing in the log can be deleted.
 */
export interface AuditTrail {
  /** By an operator's account, or `system` for the command line and the server itself. `action` such as `item.withheld`; `target` such as `item:1001`. */
  record(by: number | 'system', action: string, target: string, detail?: object): Promise<void>;
}
