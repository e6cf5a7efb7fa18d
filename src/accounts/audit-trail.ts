/**
 * Lines of the audit log about what operators do to the shop: items, feeds, lists. They hold numbers, settings and data of
 * products, never personal data, because nothing in the log can be deleted.
 */
export interface AuditTrail {
  /**
   * `by` is the number of an operator's account, or a part of the system: `system`, or the actor of an import such as
   * `command` or `token:erp`. `action` is such as `item.decided`, `target` such as `item:1001`.
   */
  record(by: number | string, action: string, target: string, detail?: object): Promise<void>;
}
