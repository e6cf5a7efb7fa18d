/** The part of the contract (contract.ts) about an account's second factor and its sessions. */

/** GET /portal/api/second-factor. POST /portal/api/second-factor/end {"code": …} answers it, too. */
export interface SecondFactorView {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}
/**
 * POST /portal/api/second-factor/begin {"password": …}: null where the account has none, as in NewAddress (contract.ts).
 * STALE while it is on.
 */
export interface SecondFactorSetUpView {
  /** For typing. */
  readonly secret: string;
  /** For a QR code: otpauth://… */
  readonly address: string;
}
/** POST /portal/api/second-factor/confirm and POST /portal/api/second-factor/recovery-codes, each {"code": …}: shown this once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}
/** GET /portal/api/sessions. POST /portal/api/sessions/end {"sessionId": …} answers it, too. */
export interface SessionsPage {
  /** Last used first. */
  readonly sessions: readonly {
    readonly sessionId: string;
    /** A part of the network address, such as 192.0.2.*; empty for sessions from before an upgrade. */
    readonly place: string;
    readonly userAgent: string;
    readonly startedAtMs: number;
    /** To five minutes. */
    readonly usedAtMs: number;
    readonly isThis: boolean;
  }[];
}
