import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, QuotaState, Ticket } from '../gate/gate.ts';
import type { Body } from './body/ready-body.ts';
import type { ErrorCode } from './errors.ts';

/** Names and values alternating, names in lower case. */
export type HeaderList = readonly string[];

/** A call of the public API, and what is known about it so far. */
export interface ApiCall {
  /** Operation id of the endpoint. */
  readonly endpoint: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** On the monotonic clock. */
  readonly startedMs: number;
  /** Whether the service itself calls for the account. */
  readonly isTestRun: boolean;
  /** Set by the gate for calls it admits. */
  caller: Caller | null;
  /** Set by the gate as soon as it knows the account, even if it refuses the call; 0 before that. */
  accountId: number;
  quota: QuotaState | null;
  /** Also null for calls that don't count. */
  ticket: Ticket | null;
  /** Error code of the response, empty on success. */
  errorCode: ErrorCode | '';
  /** Of a response that asks its caller to quote it; null otherwise. */
  requestId: string | null;
}

/** A whole response. */
export interface ApiAnswer {
  readonly status: number;
  /** Of this response alone; names and values alternating. */
  readonly headers: string[];
  readonly body: Body;
}
